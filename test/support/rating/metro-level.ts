import { kilometers, type Place } from '../../../scripts/territory/places.ts'
import { mean } from './backtest.ts'

const METRO_KILOMETERS = 25

/** For studies that publish averages of metropolitan areas: the ZIPs around the center count, in its state. */
export const metroLevel = (
  everywhere: readonly Place[],
  levels: ReadonlyMap<string, number>,
  { state, zip }: { state: string; zip: string },
): number => {
  const center = everywhere.find(place => place.zip === zip)
  const around = everywhere.filter(
    place => center && place.state === state && kilometers(place, center) < METRO_KILOMETERS,
  )
  return mean(around.map(place => levels.get(place.zip) ?? 1))
}
