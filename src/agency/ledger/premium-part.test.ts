import { expect, test } from 'vitest'
import { firstPaymentFee, firstPremiumCents, returnedPremium } from './premium-part.ts'

const FULL = { price_cents: 146_000, due_cents: 146_000, installments: [] }
const HALVES = {
  price_cents: 146_000,
  due_cents: 73_500,
  installments: [{ amount_cents: 73_500, fee_cents: 500 }],
}

test.each([
  ['paid in full', FULL, 0],
  ['in two parts', HALVES, 500],
  ['without fees', { ...HALVES, due_cents: 73_000, installments: [{ amount_cents: 73_000 }] }, 0],
])('the first payment of a year %s has this fee in it', (_, plan, fee) => {
  expect(firstPaymentFee(plan)).toBe(fee)
})

test.each([
  ['in full', FULL, 139_750],
  ['in two parts', HALVES, 66_750],
  ['with less than the fees and taxes', { ...HALVES, due_cents: 6_000 }, 0],
])('fees and taxes of a policy that is paid %s earn no commission', (_, plan, premium) => {
  const charges = [{ amount_cents: 5_000 }, { amount_cents: 1_250 }]
  expect(firstPremiumCents({ ...plan, charges })).toBe(premium)
})

test('however it is split, what goes back takes exactly the premium back, and no fee or tax before it', () => {
  const premium_cents = 139_750
  const back = [100_000, 40_000, 6_000]
  const parts = back.map((cents, at) =>
    returnedPremium({
      cents,
      before_cents: back.slice(0, at).reduce((sum, one) => sum + one, 0),
      premium_cents,
    }),
  )
  expect(parts).toEqual([100_000, 39_750, 0])
})
