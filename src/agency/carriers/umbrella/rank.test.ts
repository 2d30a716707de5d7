import { expect, test } from 'vitest'
import { recommendationWords } from '../contract/recommendation.ts'
import { type RankableUmbrella, rankUmbrellaOffers } from './rank.ts'

const offer = (carrier: string, change: Partial<RankableUmbrella> = {}): RankableUmbrella => {
  const annual_price = change.annual_price ?? 400
  return {
    carrier,
    annual_price,
    coverage_limit: 1_000_000,
    price_range: { low: annual_price, high: annual_price },
    minimum_auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
    minimum_home_liability_limit: 300_000,
    ...change,
  }
}

const best = (...offers: RankableUmbrella[]) => {
  const [first] = rankUmbrellaOffers(offers)
  if (!first?.recommended) throw new Error('none is recommended')
  return { carrier: first.offer.carrier, reason: recommendationWords(first.recommended) }
}

test('of two equal coverages the cheaper is first', () => {
  expect(best(offer('dear', { annual_price: 410 }), offer('cheap'))).toEqual({
    carrier: 'cheap',
    reason: 'The lowest price of 2 offers, at $400 a year.',
  })
})

test('a final price beats an estimate that may rise by more than it saves', () => {
  const estimate = offer('estimate', { annual_price: 380, price_range: { low: 340, high: 494 } })
  expect(best(estimate, offer('final'))).toEqual({
    carrier: 'final',
    reason: 'Costs $20 a year more than the cheapest offer, but has a final price.',
  })
  const mild = offer('mild', { price_range: { low: 390, high: 410 } })
  expect(best(estimate, mild).reason).toBe(
    'Costs $20 a year more than the cheapest offer, but has a smaller possible price increase.',
  )
  expect(
    best(offer('estimate', { annual_price: 380, price_range: { low: 340, high: 390 } }), offer('final')),
  ).toMatchObject({ carrier: 'estimate' })
})

test('limits that need not be raised count, and the reason names what the cheapest does better', () => {
  const strict = offer('strict', { annual_price: 390, minimum_home_liability_limit: 500_000 })
  expect(best(strict, offer('easy'))).toEqual({
    carrier: 'easy',
    reason:
      'Costs $10 a year more than the cheapest offer, but has a lower required home liability limit ($300,000).',
  })
  const low = { per_person: 100_000, per_accident: 300_000, property_damage: 50_000 }
  expect(
    best(strict, offer('lenient', { minimum_auto_limits: low, price_range: { low: 400, high: 410 } })).reason,
  ).toBe(
    'Costs $10 a year more than the cheapest offer, but has lower required auto limits (100/300/50) and a lower required home liability limit ($300,000). The cheapest offer has a final price.',
  )
})

test('a second million for a little more is recommended', () => {
  const more = offer('more', { annual_price: 430, coverage_limit: 2_000_000 })
  expect(best(offer('one'), more)).toEqual({
    carrier: 'more',
    reason: 'Costs $30 a year more than the cheapest offer, but has $1,000,000 more coverage.',
  })
})

test('an offer of a surplus lines insurer never stands above an admitted one, however cheap it is', () => {
  const surplus = { ...offer('surplus', { annual_price: 100 }), admitted: false }
  expect(best(surplus, offer('plain'))).toEqual({
    carrier: 'plain',
    reason:
      'Admitted insurer; the cheapest offer is from a surplus lines insurer. Costs $300 a year more than the cheapest offer.',
  })
  expect(rankUmbrellaOffers([surplus])).toMatchObject([{ rank: 1, recommended: null }])
})

test('the order they came in does not matter', () => {
  const offers = [offer('a'), offer('b'), offer('c', { annual_price: 300 })]
  expect(rankUmbrellaOffers(offers.toReversed())).toEqual(rankUmbrellaOffers(offers))
  expect(rankUmbrellaOffers([])).toEqual([])
})
