import { expect, test } from 'vitest'
import { needsEmbeddedFont, printable } from './pdf-page.ts'

test.each([
  ['José Müller–O’Brien', 'José Müller–O’Brien'],
  ['Jose\u0301', 'José'],
  ['Łukasz Dvořák', 'Łukasz Dvořák'],
  ['Nguyễn Thị Đào', 'Nguyễn Thị Đào'],
  ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
  ['Олена Їжакевич', 'Олена Їжакевич'],
  ['John Smith Ⅲ', 'John Smith III'],
  ['Ada\u200b\u0007 Park', 'Ada Park'],
  ['李 Ada', '(see application) Ada'],
  ['王 小明, 李', '(see application)'],
  ['محمد', '(see application)'],
])('%s is printed as %s', (name, printed) => {
  expect(printable(name)).toBe(printed)
})

test.each([
  ['José Müller–O’Brien', false],
  ['王小明', false],
  ['Łukasz', true],
  ['Nguyễn', true],
])('whether %s needs an embedded font: %s', (name, more) => {
  expect(needsEmbeddedFont(name)).toBe(more)
})
