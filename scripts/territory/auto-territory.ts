import { readTable } from '../../src/agency/rating/figures.ts'
import { groupBy, kilometers, mean, type Place } from './places.ts'

const AROUND_KILOMETERS = 15
/** ZIPs around that still count: beyond it they are single buildings (Washington, Manhattan). */
const MOST_AROUND = 80
/** Judgment: ten times as many ZIPs around cost a fifth more, as between a state's cities and its countryside in rate studies. */
const DENSITY_EXPONENT = 0.08
/** Judgment: a ZIP of a dense city has some 25 times the people of one in the country, not 80 times. */
const PEOPLE_EXPONENT = 0.75
const LEAST = 0.7
const MOST = 2.2

const CELL = 0.25
const cellOf = (degrees: number): number => Math.floor(degrees / CELL)

/** How many ZIPs lie around each: the postal service follows the people, so this stands in for density. */
export const zipsAround = (all: readonly Place[]): Map<string, number> => {
  const cells = groupBy(all, ({ lat, lon }) => `${cellOf(lat)} ${cellOf(lon)}`)
  const count = (place: Place): number => {
    let found = 0
    for (const lat of [-1, 0, 1])
      for (const lon of [-1, 0, 1])
        for (const other of cells.get(`${cellOf(place.lat) + lat} ${cellOf(place.lon) + lon}`) ?? [])
          if (kilometers(place, other) < AROUND_KILOMETERS) found++
    return Math.min(MOST_AROUND, found)
  }
  return new Map(all.map(place => [place.zip, count(place)]))
}

export type City = ReturnType<typeof allCities>[number]

export const allCities = () =>
  readTable('figures/auto-places.csv').map(row => ({
    place: row.text('place'),
    state: row.text('state'),
    lat: row.number('lat'),
    lon: row.number('lon'),
    radius: row.number('radius_km'),
    peak: row.number('peak'),
    basis: row.text('basis').split('/'),
  }))

/** Price level of each ZIP within its state, 1 over the people of the state as the ZIPs around count them. */
export const autoTerritories = (
  all: readonly Place[],
  known: readonly City[] = allCities(),
  around = zipsAround(all),
): Map<string, number> => {
  const territories = new Map<string, number>()
  for (const [state, places] of groupBy(all, place => place.state)) {
    const own = known.filter(city => city.state === state)
    const rated = places.map(place => {
      const people = around.get(place.zip) ?? 1
      const bell = own.reduce(
        (peak, city) =>
          Math.max(peak, 1 + (city.peak - 1) * Math.exp(-((kilometers(city, place) / city.radius) ** 2))),
        1,
      )
      return { zip: place.zip, people, level: people ** DENSITY_EXPONENT * bell }
    })
    const average = mean(
      rated,
      ({ level }) => level,
      ({ people }) => people ** PEOPLE_EXPONENT,
    )
    for (const { zip, level } of rated)
      territories.set(zip, Math.min(MOST, Math.max(LEAST, Number((level / average).toFixed(3)))))
  }
  return territories
}
