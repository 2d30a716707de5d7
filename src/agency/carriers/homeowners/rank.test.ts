import fc from 'fast-check'
import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { recommendationWords } from '../contract/recommendation.ts'
import { type Rankable, rankHomeOffers } from './rank.ts'

const offer = (carrier: string, change: Partial<Rankable> = {}): Rankable => ({
  carrier,
  annual_price: 1500,
  policy_form: 'HO-3',
  coverage_summary: '',
  dwelling_coverage: 300_000,
  other_structures: 30_000,
  personal_property: 150_000,
  loss_of_use: 60_000,
  personal_liability: 300_000,
  medical_payments: 5_000,
  deductible: 1_000,
  ...change,
})

const order = (...offers: Rankable[]): string[] =>
  rankHomeOffers(offers).map(({ offer: { carrier } }) => carrier)
const reason = (...offers: Rankable[]): string => {
  const [first] = rankHomeOffers(offers)
  if (!first?.recommended) throw new Error('none is recommended')
  return recommendationWords(first.recommended)
}

test('of two equal coverages the cheaper is first', () => {
  expect(order(offer('dear', { annual_price: 1510 }), offer('cheap'))).toEqual(['cheap', 'dear'])
  expect(reason(offer('dear', { annual_price: 1510 }), offer('cheap'))).toBe(
    'The lowest price of 2 offers, at $1,500 a year.',
  )
})

test('a little more money for much more coverage is recommended, and the reason names what it buys', () => {
  const broad = offer('broad', {
    annual_price: 1550,
    policy_form: 'HO-5',
    personal_property: 210_000,
    personal_liability: 500_000,
  })
  expect(order(offer('lean'), broad)).toEqual(['broad', 'lean'])
  expect(reason(offer('lean'), broad)).toBe(
    'Costs $50 a year more than the cheapest offer, but has $60,000 more personal property coverage, $200,000 more liability coverage, and the HO-5 policy form instead of HO-3.',
  )
})

test('a policy form that is worth its price is named, never called broader coverage', () => {
  expect(reason(offer('lean'), offer('broad', { annual_price: 1550, policy_form: 'HO-5' }))).toBe(
    'Costs $50 a year more than the cheapest offer, but has the HO-5 policy form instead of HO-3.',
  )
})

test('a low price behind a high deductible does not win', () => {
  const risky = offer('risky', { annual_price: 1480, deductible: 5_000 })
  expect(order(risky, offer('sound'))).toEqual(['sound', 'risky'])
  expect(reason(risky, offer('sound'))).toBe(
    'Costs $20 a year more than the cheapest offer, but has a $4,000 lower deductible.',
  )
})

test('the reason also says what the cheapest offer does better', () => {
  const broad = offer('broad', { annual_price: 1550, personal_property: 350_000, deductible: 2_500 })
  expect(reason(offer('lean'), broad)).toBe(
    'Costs $50 a year more than the cheapest offer, but has $200,000 more personal property coverage. The cheapest offer has a $1,500 lower deductible.',
  )
})

test('a deductible of its own for wind and hail counts', () => {
  const windy = offer('windy', { annual_price: 1480, wind_hail_deductible: 15_000 })
  expect(reason(windy, offer('calm', { wind_hail_deductible: 3_000 }))).toBe(
    'Costs $20 a year more than the cheapest offer, but has a $12,000 lower storm deductible.',
  )
})

test('an offer that shares the lowest price is not said to be the only one with it', () => {
  expect(reason(offer('a'), offer('b'), offer('dear', { annual_price: 1510 }))).toBe(
    'One of 2 offers at the lowest price, $1,500 a year.',
  )
})

test('of two offers at the lowest price the better one is compared with, whichever came first', () => {
  const [bare, fuller] = [offer('bare', { personal_property: 0 }), offer('fuller', { personal_property: 1 })]
  const best = offer('best', { annual_price: 1501, personal_property: 200_000 })
  const words =
    'Costs $1 a year more than the cheapest offer, but has $199,999 more personal property coverage.'
  expect(reason(best, bare, fuller)).toBe(words)
  expect(reason(best, fuller, bare)).toBe(words)
})

test('one offer is not recommended, because it is compared with none', () => {
  expect(rankHomeOffers([offer('only')])).toMatchObject([{ rank: 1, recommended: null }])
  expect(rankHomeOffers([])).toEqual([])
})

test('ranks run from 1, one offer is recommended, and the order they came in does not matter', () => {
  const any = fc.uniqueArray(
    fc.record({
      carrier: fc.string({ minLength: 1 }),
      annual_price: fc.integer({ min: 300, max: 20_000 }),
      deductible: fc.constantFrom(500, 1000, 2500, 5000),
      personal_property: fc.integer({ min: 0, max: 500_000 }),
      policy_form: fc.constantFrom('HO-3' as const, 'HO-5' as const),
    }),
    { selector: ({ carrier }) => carrier, minLength: 2, maxLength: 8 },
  )
  fc.assert(
    fc.property(any, changes => {
      const offers = changes.map(change => offer(change.carrier, change))
      const ranked = rankHomeOffers(offers)
      expect(ranked.map(({ rank }) => rank)).toEqual(offers.map((_, at) => at + 1))
      expect(ranked.map(({ recommended }) => recommended !== null)).toEqual(offers.map((_, at) => at === 0))
      expect(rankHomeOffers(offers.toReversed())).toEqual(ranked)
      expect(reason(...offers)).not.toMatch(/undefined|NaN|\$-\d/)
      expect(reason(...offers)).toMatch(/^The |^One of \d|, but has [^.]/)
    }),
  )
})

test('an offer of a surplus lines insurer never stands above an admitted one, however cheap it is', () => {
  const surplus = { ...offer('surplus', { annual_price: 700 }), admitted: false }
  expect(order(surplus, offer('plain'))).toEqual(['plain', 'surplus'])
  expect(reason(surplus, offer('plain'))).toBe(
    'Admitted insurer; the cheapest offer is from a surplus lines insurer. Costs $800 a year more than the cheapest offer.',
  )
  expect(order(surplus)).toEqual(['surplus'])
})

test('a recommendation is worded for its reader, and one that was stored as a sentence stays as it is', () => {
  const [first] = rankHomeOffers([offer('one'), offer('other', { annual_price: 1600 })])
  expect(speaking('es', () => recommendationWords(first?.recommended ?? ''))).toBe(
    'El precio más bajo de 2 ofertas, a $1,500 al año.',
  )
  expect(recommendationWords('The only offer, at $1,500 a year.')).toBe('The only offer, at $1,500 a year.')
})
