import { expect, test } from 'vitest'
import { californiaHome } from './california-home.ts'
import { readData } from './figures.ts'
import { states } from './plan.ts'
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
    autoLevel: expect.closeTo(1, 1),
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

const level = (code: string): number => territoryOf(code)?.autoLevel ?? 0

test('auto prices differ inside a state: cities above it, the country below', () => {
  for (const [city, country] of [
    ['48201', '49855'],
    ['19103', '16701'],
    ['11201', '13601'],
    ['90012', '96001'],
    ['77002', '79101'],
    ['60601', '62401'],
    ['33130', '32055'],
    ['55401', '56601'],
  ] as const) {
    expect(level(city), city).toBeGreaterThan(1)
    expect(level(country), country).toBeLessThan(1)
    expect(level(city) / level(country), city).toBeGreaterThan(1.15)
  }
})

test('every ZIP has an auto level between 0.7 and 2.2', () => {
  for (const [, , , places, levels] of counties) {
    expect(levels).toHaveLength(places.length / 3)
    if (levels.some(each => each < 0.7 || each > 2.2)) throw new Error(`beyond the bounds: ${levels}`)
  }
})

// The steepest slope is between the Bronx and Manhattan, about a fifth.
test('neighbors within three kilometers in one state differ by less than a quarter', () => {
  const all = counties.flatMap(([state, , , places, levels]) =>
    levels.map((each, at) => ({
      state,
      zip: zip(places, at * 3),
      lat: (places[at * 3 + 1] ?? 0) / 1000,
      lon: (places[at * 3 + 2] ?? 0) / 1000,
      level: each,
    })),
  )
  const cells = new Map<string, typeof all>()
  for (const place of all) {
    const key = `${place.state} ${Math.floor(place.lat / 0.03)}`
    cells.set(key, [...(cells.get(key) ?? []), place])
  }
  for (const cell of cells.values()) {
    for (const a of cell) {
      for (const b of cell) {
        const near = 111 * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) < 3
        if (near && a.level / b.level > 1.25) throw new Error(`${a.zip} and ${b.zip} differ by a cliff`)
      }
    }
  }
})
