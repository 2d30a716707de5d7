import { lazily } from '../lib/lazily.ts'
import { readData } from './figures.ts'

/** FEMA's wildfire rating of the county: very low, relatively low, moderate, high, very high, no rating. */
export type CountyWildfire = 'VL' | 'RL' | 'RM' | 'RH' | 'VH' | 'NR'

export type Territory = {
  zip: string
  state: string
  county: string
  latitude: number
  longitude: number
  countyWildfire: CountyWildfire
}

/** `scripts/build-territory.ts` writes it: places are ZIP, latitude and longitude in thousandths, over and over. */
export type TerritoryFile = {
  credit: string
  counties: readonly (readonly [state: string, county: string, wildfire: CountyWildfire, places: number[]])[]
}

const load = lazily(() => {
  const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile
  const countyOf = new Uint16Array(100_000)
  const latitude = new Int32Array(100_000)
  const longitude = new Int32Array(100_000)
  counties.forEach(([, , , places], at) => {
    for (let i = 0; i < places.length; i += 3) {
      const zip = places[i] ?? 0
      countyOf[zip] = at + 1
      latitude[zip] = places[i + 1] ?? 0
      longitude[zip] = places[i + 2] ?? 0
    }
  })
  const names = counties.map(([state, county, countyWildfire]) => ({ state, county, countyWildfire }))
  return { names, countyOf, latitude, longitude }
})

/** Where a ZIP of the 50 states and DC lies. */
export const territoryOf = (zip: string): Territory | undefined => {
  const { names, countyOf, latitude, longitude } = load()
  const at = Number(zip)
  const place = names[(countyOf[at] ?? 0) - 1]
  return (
    place && {
      zip,
      ...place,
      latitude: (latitude[at] ?? 0) / 1000,
      longitude: (longitude[at] ?? 0) / 1000,
    }
  )
}

const POST = 'a military post (APO, FPO or DPO)'

const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  'Puerto Rico': ['006', '007', '009'],
  'the US Virgin Islands': ['008'],
  [POST]: [
    '090',
    '091',
    '092',
    '093',
    '094',
    '095',
    '096',
    '097',
    '098',
    '340',
    '962',
    '963',
    '964',
    '965',
    '966',
  ],
  'Guam or another Pacific island': ['969'],
}

const outsideByPrefix = new Map(
  Object.entries(OUTSIDE).flatMap(([name, prefixes]) => prefixes.map(prefix => [prefix, name])),
)

/** The part of the postal system beyond the states that a ZIP belongs to (USPS prefixes). */
export const outsideTheStates = (zip: string): string | undefined =>
  zip === '96799' ? 'American Samoa' : outsideByPrefix.get(zip.slice(0, 3))
