import { expect, test } from 'vitest'
import { type HomeOfferRow, largestMove, toOperator } from './offers.ts'

const row = (item: string, annual_price: number, more: object = {}) =>
  ({
    item,
    carrier_id: 'one',
    recommended: true,
    offer: { annual_price, price_factors: [] },
    ...more,
  }) as unknown as HomeOfferRow

test('of two homes, the price change is that of the home whose price moved', () => {
  const before = [row('prop_a', 1000), row('prop_b', 2000)]
  const now = [row('prop_a', 1000), row('prop_b', 2400), row('prop_b', 9000, { carrier_id: 'other' })]
  expect(largestMove(now, before, toOperator)).toMatchObject({ property_id: 'prop_b', from: 2000, to: 2400 })
  expect(largestMove(now, [], toOperator)).toBeNull()
})

test('a price that did not move is no price change, also if its factors did', () => {
  const factors = (effect: number) => ({ price_factors: [{ factor: 'roof', label: 'Roof age', effect }] })
  const before = [row('prop_a', 1000, { offer: { annual_price: 1000, ...factors(1.2) } })]
  const now = [row('prop_a', 1000, { offer: { annual_price: 1000, ...factors(1.1) } })]
  expect(largestMove(now, before, toOperator)).toBeNull()
})
