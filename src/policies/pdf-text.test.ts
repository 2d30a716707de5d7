import { expect, test } from 'vitest'
import { printable } from './pdf-text.ts'

test.each([
  ['José Müller–O’Brien', 'José Müller–O’Brien'],
  ['Jose\u0301', 'José'],
  ['Łukasz Dvořák', 'Lukasz Dvorák'],
  ['Nguyễn Thị Đào', 'Nguyen Thi Dào'],
  ['李 Ada', '? Ada'],
])('%s is printed as %s', (name, printed) => {
  expect(printable(name)).toBe(printed)
})
