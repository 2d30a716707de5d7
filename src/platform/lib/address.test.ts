import { expect, test } from 'vitest'
import { budgetAddress, isLoopback, widerNetwork } from './address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:1234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:DB8:1:2ff::9', '2001:db8:1:200::/56'],
  ['[2001:db8:1:12::9]:443', '2001:db8:1:0::/56'],
  ['2001:db8:ffff:ffff::1', '2001:db8:ffff:ff00::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['x'.repeat(300), 'unknown'],
  ['', 'unknown'],
])('%s spends the budget of %s', (text, address) => {
  expect(budgetAddress(text)).toBe(address)
})

test('an IPv6 address also counts with its /48, an IPv4 address does not', () => {
  expect(widerNetwork('2001:db8:1:2ff::9')).toBe('2001:db8:1::/48')
  expect(widerNetwork('::ffff:203.0.113.9')).toBeNull()
  expect(widerNetwork('nonsense')).toBeNull()
})

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['172.17.0.1', false],
  ['127.0.0.1.example', false],
  ['fe80::1', false],
])('%s is loopback: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is)
})
