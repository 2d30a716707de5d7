import { expect, test } from 'vitest'
import { requestFor } from '../../../../../test/support/rating/plain-home.ts'
import { readData } from '../../../rating/figures.ts'
import { states } from '../../../rating/plan.ts'
import type { TerritoryFile } from '../../../rating/territory.ts'
import { countyWildfire, homeRatingFacts, territoryFacts } from './rating-facts.ts'
import { homeState } from './states.ts'

const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile

test('the mean wildfire load of each state in the table is that of its ZIPs', () => {
  for (const state of states.filter(state => state !== 'CA')) {
    const own = counties.filter(county => county[0] === state)
    const zips = own.reduce((sum, [, , , places]) => sum + places.length, 0)
    const load = own.reduce((sum, [, , rating, places]) => sum + countyWildfire[rating][1] * places.length, 0)
    expect(homeState(state).wildfire, state).toBeCloseTo(load / zips, 3)
  }
})

test('a California ZIP has figures of its own, elsewhere the county speaks', () => {
  expect(territoryFacts({ state: 'CA', zip: '90210' })).toMatchObject({
    wildfireRisk: 'very_high',
    wildfireLoad: expect.closeTo(1.7, 0),
  })
  expect(territoryFacts({ state: 'OH', zip: '43215' })).toMatchObject({ wildfireRisk: 'low', countyLevel: 1 })
  expect(territoryFacts({ state: 'AZ', zip: '85001' })).toMatchObject({ wildfireRisk: 'elevated' })
})

test('ages count from the day of the request and are never negative', () => {
  const request = requestFor({ build_year: 2027, roof_year: 2010 })
  expect(homeRatingFacts(request, 1000)).toMatchObject({ home_age: 0, roof_age: 15 })
  expect(homeRatingFacts({ ...request, today: '2030-01-01' }, 1000)).toMatchObject({
    home_age: 3,
    roof_age: 20,
  })
})

test('a buyer is neither charged nor credited for years of insurance', () => {
  const years = (continuously_insured_years: number) =>
    homeRatingFacts(requestFor({ new_purchase: true, continuously_insured_years }), 1000).insured_years
  expect(years(0)).toBe(years(20))
})

test('storm windows count only where storms do', () => {
  const traits = (state: string) =>
    homeRatingFacts(requestFor({ state, hurricane_resistant_windows: true }), 1000).traits
  expect(traits('FL')).toEqual(['storm_windows'])
  expect(traits('OH')).toEqual([])
})
