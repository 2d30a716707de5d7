import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areTermsPossible } from '../contract/payment-terms.ts'
import { sandboxTerms } from './bind.ts'

test('the plans of the sandbox would pass the check of a real carrier’s, at every price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), annual_price => {
      const terms = sandboxTerms(annual_price, ['carrier_direct'])
      expect(areTermsPossible({ annual_price, ...terms })).toBe(true)
      const amounts = terms.payment_plans.flatMap(({ due_now_cents, installments }) => [
        due_now_cents,
        ...installments.map(({ amount_cents }) => amount_cents),
      ])
      expect(amounts.every(Number.isInteger)).toBe(true)
    }),
  )
})
