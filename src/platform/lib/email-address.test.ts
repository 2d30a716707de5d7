import { expect, test } from 'vitest'
import { parseEmail, typedEmail } from './email-address.ts'

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

test('an address of nothing but marks in the wrong order is counted and refused in no time', () => {
  const text = `a${'\u0315'.repeat(200_000)}${'\u0316'.repeat(200_000)}@example.com`
  expect(parseEmail(text)).toBeNull()
  expect(typedEmail(text)).toHaveLength(254)
})

test('the longest address is one address, however its letters are written', () => {
  const email = `${'\u1fa7'.repeat(64)}@${'b'.repeat(185)}.com`
  expect(email).toHaveLength(254)
  expect(parseEmail(email.normalize('NFD'))).toBe(email.normalize('NFC').toLowerCase())
  expect(typedEmail(email.normalize('NFD'))).toBe(typedEmail(email))
})
