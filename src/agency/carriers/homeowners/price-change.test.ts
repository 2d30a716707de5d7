import { expect, test } from 'vitest'
import { requestFor } from '../../../../test/support/rating/plain-home.ts'
import { liveHomeCarriers } from '../configured.ts'
import type { HomeOffer, HomeRisk } from './carrier.ts'
import { priceChange } from './price-change.ts'

const quote = async (risk: Partial<HomeRisk>): Promise<HomeOffer> => {
  const answer = await liveHomeCarriers({ demo: true })[0]?.quote(requestFor(risk))
  if (answer?.kind !== 'offer') throw new Error('declined')
  return answer
}

test('each factor that moved has a line, the strongest first', async () => {
  const [before, after] = [
    await quote({ roof_year: 2015 }),
    await quote({ roof_year: 2005, swimming_pool: true, has_fire_alarm: true }),
  ]
  expect(priceChange(before, after)).toEqual({
    from: before.annual_price,
    to: after.annual_price,
    because: [
      'Roof age and material: raises the price by 20%',
      'Swimming pool: raises the price by 4%',
      'Fire alarm: lowers the price by 3%',
    ],
  })
})

test('a factor that went away is named too', async () => {
  const [before, after] = [await quote({ swimming_pool: true }), await quote({})]
  expect(priceChange(before, after).because).toEqual(['Swimming pool: lowers the price by 3.8%'])
})

test('the same price has no reasons', async () => {
  const same = await quote({})
  expect(priceChange(same, same)).toEqual({ from: same.annual_price, to: same.annual_price, because: [] })
})

test('a small move is still named', async () => {
  const { because } = priceChange(await quote({}), await quote({ replacement_cost: 300_100 }))
  expect(because).toEqual(['Cost to rebuild the home: raises the price by less than 0.1%'])
})

test('a carrier that gives no factors is said to have given no reason', () => {
  expect(
    priceChange({ annual_price: 1000, price_factors: [] }, { annual_price: 1100, price_factors: [] }),
  ).toEqual({ from: 1000, to: 1100, because: ['The carrier gave no reason for the change.'] })
})

test('the moves together are the change of the price', async () => {
  const [before, after] = [
    await quote({}),
    await quote({ claims_last_5_years: 2, deductible_preference: 2500 }),
  ]
  const product = ({ price_factors }: HomeOffer) => price_factors.reduce((all, { effect }) => all * effect, 1)
  expect(Math.round(product(after))).toBe(after.annual_price)
  expect(product(after) / product(before)).toBeCloseTo(1.35 * 0.88, 10)
})
