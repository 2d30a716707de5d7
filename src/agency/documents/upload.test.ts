import { expect, test } from 'vitest'
import { nameProblem } from './upload.ts'

test.each([
  'declarations.pdf',
  'Seite 1 – Müller.PDF',
  '保険証券.png',
  'a b (1).jpeg',
  '.hidden',
  'x'.repeat(200),
])('%s is a name', name => {
  expect(nameProblem(name)).toBeNull()
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['x'.repeat(201), 'longer'],
  ['x'.repeat(300), 'longer'],
  ['../../etc/passwd', 'path'],
  ['..', 'path'],
  ['..\\..\\boot.ini', 'path'],
  ['/etc/passwd', 'path'],
  ['C:\\dec.pdf', 'path'],
  ['dec\0.pdf', 'control'],
  ['dec\r\nSet-Cookie: x.pdf', 'control'],
  ['dec\u202Efdp.exe', 'control'],
  ['dec\u2028.pdf', 'control'],
])('%j is refused', (name, word) => {
  expect(nameProblem(name)).toContain(word)
})
