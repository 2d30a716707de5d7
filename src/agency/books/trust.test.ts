import { expect, test } from 'vitest'
import { owedByTrust, trustPosition } from './trust.ts'

const customer = (receivable: number, payable: number, more: object = {}) => ({
  uid: 'hom_x',
  receivable,
  payable,
  commission: 120,
  refunds: 0,
  ...more,
})

test.each([
  ['a policy that is bound and not paid', customer(1_000, 880), 0],
  ['one that is paid in part', customer(600, 880), 400],
  ['one that is paid up to the commission', customer(50, 880), 880],
  ['one that is paid', customer(0, 880), 880],
  ['one that is paid twice', customer(-1_000, 880), 1_880],
  ['a refund that is due', customer(0, 0, { refunds: 300 }), 300],
  ['a carrier that was paid', customer(0, 0), 0],
])('the trust account owes for %s', (_, held, cents) => {
  const position = trustPosition([held])
  expect([owedByTrust(position), position.advanced]).toEqual([cents, []])
})

test('what the agency advanced to a carrier for one customer is never taken from what it holds for another', () => {
  const position = trustPosition([customer(1_000, 0), customer(0, 880)])
  expect(owedByTrust(position)).toBe(880)
  expect(position.advanced).toEqual([{ uid: 'hom_x', cents: 880 }])
})
