import { expect, test } from 'vitest'
import { budgetAddress } from './address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:1234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['x'.repeat(300), 'unknown'],
  ['', 'unknown'],
])('%s spends the budget of %s', (text, address) => {
  expect(budgetAddress(text)).toBe(address)
})
