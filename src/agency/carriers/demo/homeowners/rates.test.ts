import { expect, test } from 'vitest'
import { requestFor } from '../../../../../test/support/rating/plain-home.ts'
import { price } from '../../../rating/plan.ts'
import { demoHomePlans } from './plans.ts'
import { homeFactors } from './rates.ts'
import { homeRatingFacts } from './rating-facts.ts'

const rising = (values: readonly number[]): boolean =>
  values.every((value, at) => value >= (values[at - 1] ?? 0))

test('wildfire loads rise, and the state average costs nothing extra', () => {
  for (const { rates } of demoHomePlans) {
    expect(rising(rates.wildfire.map(([load]) => load))).toBe(true)
    expect(rising(rates.wildfire.map(([, effect]) => effect))).toBe(true)
    expect(rates.wildfire).toContainEqual([1, 1])
  }
})

test('a plan leaves the home of the rate studies at its base', () => {
  for (const { rates } of demoHomePlans) {
    const { ledger } = price({ ...homeFactors(rates, {}), base: 2000 }, homeRatingFacts(requestFor(), 1000))
    expect(ledger.filter(({ id }) => id !== 'deductible')).toEqual([])
  }
})

test('the least premium is a line like any other', () => {
  for (const { rates } of demoHomePlans) {
    const facts = homeRatingFacts(requestFor({ replacement_cost: 20_000 }), 1000)
    const { price: paid, ledger } = price({ ...homeFactors(rates, {}), base: 900 }, facts)
    expect(paid).toBeCloseTo(rates.minimum, 6)
    expect(ledger.at(-1)?.id).toBe('minimum_premium')
  }
})
