import { expect, test } from 'vitest'
import { parseEmail } from './email-address.ts'

test.each([
  ['Name@Example.COM', 'name@example.com'],
  ['  a.b+c@sub.example.co ', 'a.b+c@sub.example.co'],
  ["o'brien@example.ie", "o'brien@example.ie"],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
])('%s is the address %s', (text, email) => {
  expect(parseEmail(text)).toBe(email)
})

test.each([
  '',
  'a',
  'a@b',
  '@b.co',
  'a@@b.co',
  'a b@c.co',
  'a@b..co',
  'a@-b.co',
  '<a@b.co>',
  'a@b.co\r\nBcc: x@y.zz',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(260)}.co`,
])('%j is no address', text => {
  expect(parseEmail(text)).toBeNull()
})
