import { lazily } from '../../platform/lib/lazily.ts'
import { readData } from './figures.ts'

export type CountyWildfire = 'VL' | 'RL' | 'RM' | 'RH' | 'VH' | 'NR'

export type Territory = {
  zip: string
  state: string
  county: string
  latitude: number
  longitude: number
  countyWildfire: CountyWildfire
  autoLevel: number
}

/**
 * Written by `scripts/build-territory.ts`. `places` repeats ZIP, latitude and longitude in thousandths;
 * `autoLevels` has one number per ZIP.
 */
export type TerritoryFile = {
  credit: string
  counties: readonly (readonly [
    state: string,
    county: string,
    wildfire: CountyWildfire,
    places: number[],
    autoLevels: number[],
  ])[]
}

const load = lazily(() => {
  const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile
  const countyOf = new Uint16Array(100_000)
  const latitude = new Int32Array(100_000)
  const longitude = new Int32Array(100_000)
  const autoLevel = new Float64Array(100_000)
  counties.forEach(([, , , places, autoLevels], at) => {
    for (let i = 0; i < places.length; i += 3) {
      const zip = places[i] ?? 0
      countyOf[zip] = at + 1
      latitude[zip] = places[i + 1] ?? 0
      longitude[zip] = places[i + 2] ?? 0
      autoLevel[zip] = autoLevels[i / 3] ?? 1
    }
  })
  const names = counties.map(([state, county, countyWildfire]) => ({ state, county, countyWildfire }))
  return { names, countyOf, latitude, longitude, autoLevel }
})

export const territoryOf = (zip: string): Territory | undefined => {
  const { names, countyOf, latitude, longitude, autoLevel } = load()
  const at = Number(zip)
  const place = names[(countyOf[at] ?? 0) - 1]
  return (
    place && {
      zip,
      ...place,
      latitude: (latitude[at] ?? 0) / 1000,
      longitude: (longitude[at] ?? 0) / 1000,
      autoLevel: autoLevel[at] ?? 1,
    }
  )
}

export const eachZip = (): Pick<Territory, 'zip' | 'latitude' | 'longitude'>[] => {
  const { countyOf, latitude, longitude } = load()
  return [...countyOf.keys()].flatMap(at =>
    countyOf[at] === 0
      ? []
      : [
          {
            zip: String(at).padStart(5, '0'),
            latitude: (latitude[at] ?? 0) / 1000,
            longitude: (longitude[at] ?? 0) / 1000,
          },
        ],
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

export const outsideTheStates = (zip: string): string | undefined =>
  zip === '96799' ? 'American Samoa' : outsideByPrefix.get(zip.slice(0, 3))
