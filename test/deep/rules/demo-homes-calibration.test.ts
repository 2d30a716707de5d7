import { expect, test } from 'vitest'
import { demoHomeCarriers } from '../../../src/agency/carriers/demo/homeowners/carriers.ts'
import { homeState } from '../../../src/agency/carriers/demo/homeowners/states.ts'
import { readData, readTable } from '../../../src/agency/rating/figures.ts'
import { states } from '../../../src/agency/rating/plan.ts'
import type { TerritoryFile } from '../../../src/agency/rating/territory.ts'
import { requestFor } from '../../support/rating/plain-home.ts'

const TOLERANCE = 0.15

type Place = { state: string; zip: string; weight: number }

const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile

/** Outside California prices differ by FEMA's rating of the county: a ZIP stands for all of the state that share it. */
const elsewhere = new Map<string, Place>()
for (const [state, , rating, places] of counties.filter(([state]) => state !== 'CA')) {
  const { weight = 0 } = elsewhere.get(state + rating) ?? {}
  const zip = String(places[0]).padStart(5, '0')
  elsewhere.set(state + rating, { state, zip, weight: weight + places.length / 3 })
}

/** California's ZIPs count by their insured homes. */
const california: Place[] = readTable('figures/california-zips.csv').map(row => ({
  state: 'CA',
  zip: row.text('zip'),
  weight: row.number('voluntary_homes_2022') + row.number('fair_homes_2022'),
}))

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const pricesAt = async ({ state, zip }: Place): Promise<number[]> => {
  const answers = await Promise.all(
    demoHomeCarriers.map(carrier => carrier.quote(requestFor({ state, zip }))),
  )
  return answers.flatMap(answer => (answer.kind === 'offer' ? [answer.annual_price] : []))
}

const stateAverage = async (state: string) => {
  const total = { price: 0, offers: 0, weight: 0 }
  for (const place of [...elsewhere.values(), ...california].filter(place => place.state === state)) {
    const prices = await pricesAt(place)
    total.price += place.weight * mean(prices)
    total.offers += place.weight * prices.length
    total.weight += place.weight
  }
  return {
    state,
    published: homeState(state).premium,
    average: total.price / total.weight,
    offers: total.offers / total.weight,
  }
}

type Row = Awaited<ReturnType<typeof stateAverage>>

const line = ({ state, published, average, offers }: Row): string =>
  [
    state.padEnd(6),
    String(published).padStart(8),
    average.toFixed(0).padStart(7),
    `${((average / published - 1) * 100).toFixed(1)} %`.padStart(8),
    offers.toFixed(1).padStart(6),
  ].join(' ')

// The levels come from the same column, so this proves that indices, forms and places leave them where they were.
test("the carriers' mean for a $300,000 dwelling is within 15% of Bankrate 2025 in every state", async () => {
  const rows = await Promise.all(states.map(stateAverage))
  console.log(['state  Bankrate    ours      off offers', ...rows.map(line)].join('\n'))
  for (const { state, published, average } of rows) {
    expect(Math.abs(average / published - 1), state).toBeLessThan(TOLERANCE)
  }
})
