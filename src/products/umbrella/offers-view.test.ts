import { expect, test } from 'vitest'
import { openOffers } from '../line/reviewed-purchase/operator/offers-view.ts'
import './line.ts'

const now = new Date('2026-12-01')

const row = (carrier: string, annual_price: number, expires: string) => ({
  offer_id: carrier,
  uid: 'umb_1',
  revision: 1,
  item: 'household',
  rank: annual_price / 100,
  recommended: annual_price === 100,
  carrier_id: carrier,
  offer: {
    carrier,
    illustrative: true,
    annual_price,
    is_estimate: false,
    quote_number: 'Q-1',
    price_factors: [],
    display_notes: [],
    coverage_limit: 1_000_000,
    price_range: { low: annual_price, high: annual_price },
    minimum_auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
    minimum_home_liability_limit: 300_000,
    ...(annual_price === 100 && { recommended_because: 'The lowest price of 3 offers.' }),
  },
  published_at: now,
  expires_at: new Date(expires),
  superseded_at: null,
  selected_at: null,
  refused_at: null,
  announced_at: null,
})

test('an expired offer is not shown, and the best of the others is recommended instead', () => {
  const rows = [row('A', 100, '2026-12-01'), row('B', 200, '2026-12-02'), row('C', 300, '2026-12-02')]
  expect(openOffers({ line: 'umbrella' }, rows, now)).toMatchObject([
    {
      offer_id: 'B',
      rank: 1,
      recommended: true,
      offer: { recommended_because: { code: 'lowest_price', price: 200, count: 2 } },
    },
    { offer_id: 'C', rank: 2, recommended: false },
  ])
  expect(openOffers({ line: 'umbrella' }, rows, new Date('2026-11-30'))).toEqual(rows)
  expect(openOffers({ line: 'umbrella' }, rows, new Date('2026-12-02'))).toEqual([])
})
