import { expect, test } from 'vitest'
import { californiaHome } from './california-home.ts'
import { readData } from './figures.ts'
import { states } from './state-rules.ts'
import { outsideTheStates, type TerritoryFile, territoryOf } from './territory.ts'

const { counties, credit } = JSON.parse(readData('territory.json')) as TerritoryFile
const zip = (places: readonly number[], at: number): string => String(places[at]).padStart(5, '0')

test('a ZIP tells its state, county, coordinates and county wildfire rating', () => {
  expect(territoryOf('94110')).toEqual({
    zip: '94110',
    state: 'CA',
    county: 'San Francisco',
    latitude: 37.751,
    longitude: -122.415,
    countyWildfire: 'VL',
  })
  expect(territoryOf('02134')).toMatchObject({ state: 'MA', county: 'Suffolk' })
  expect(territoryOf('90049')).toMatchObject({ state: 'CA', countyWildfire: 'VH' })
})

test('the table covers the 50 states and DC, and nothing else', () => {
  expect([...new Set(counties.map(([state]) => state))].toSorted()).toEqual(states)
  expect(counties.reduce((sum, [, , , places]) => sum + places.length / 3, 0)).toBeGreaterThan(40_000)
})

test('the table carries the credit that GeoNames asks for', () => {
  expect(credit).toContain('GeoNames')
  expect(credit).toContain('CC BY 4.0')
})

test('a ZIP that does not exist has no territory', () => {
  for (const unknown of ['00000', '99999', '12', '', 'abcde']) expect(territoryOf(unknown)).toBeUndefined()
})

test('ZIPs of islands and military posts are outside the states and never inside', () => {
  expect(outsideTheStates('00901')).toBe('Puerto Rico')
  expect(outsideTheStates('00802')).toBe('the US Virgin Islands')
  expect(outsideTheStates('09012')).toContain('military')
  expect(outsideTheStates('96910')).toContain('Guam')
  for (const [, , , places] of counties) {
    for (let at = 0; at < places.length; at += 3) {
      if (outsideTheStates(zip(places, at))) throw new Error(`${zip(places, at)} is both`)
    }
  }
})

test('every California ZIP has home figures, and no other', () => {
  for (const [state, , , places] of counties) {
    for (let at = 0; at < places.length; at += 3) {
      if ((californiaHome(zip(places, at)) !== undefined) !== (state === 'CA')) {
        throw new Error(`${zip(places, at)} in ${state}`)
      }
    }
  }
})
