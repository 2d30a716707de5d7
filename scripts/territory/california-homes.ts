import type { CaliforniaHomesFile } from '../../src/rating/california-home.ts'
import { readTable } from '../../src/rating/figures.ts'
import { fairPlanByZip, type ZipFigures } from './fair-plan.ts'
import { groupBy, mean, type Place } from './places.ts'

const CREDIT =
  'California Department of Insurance 2018-22, California FAIR Plan 2020-24. ZIP codes: GeoNames, CC BY 4.0.'
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
      premium: row.published('premium_2018_21') ?? 0,
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

export const californiaText = (all: readonly Place[]): string => {
  const inCalifornia = all.filter(({ state }) => state === 'CA')
  const zips = fairPlanByZip(inCalifornia)
  const levels = countyLevels(zips)
  const rows = zips.map(figures => {
    const county = levels.get(figures.county)
    if (!county) throw new Error(`no figures for ${figures.county}`)
    return { figures, ...county, cost: county.rebuild ** 0.85 * county.level * figures.load }
  })
  const costs = rows.filter(({ figures }) => figures.zip === figures.figuresOf).map(({ cost }) => cost)
  const percentile = (cost: number): number =>
    Math.round((100 * costs.filter(other => other < cost).length) / costs.length)
  const homes = rows.map(
    ({ figures, level, rebuild, cost }): [string, CaliforniaHomesFile['homes'][string]] => [
      figures.zip,
      [
        figures.risk,
        Number(figures.load.toFixed(3)),
        Number(level.toFixed(3)),
        rebuild,
        Number(figures.likelihood.toFixed(3)),
        percentile(cost),
        figures.figuresOf,
      ],
    ],
  )
  const lines = homes.map(([zip, figures]) => `"${zip}":${JSON.stringify(figures)}`).join(',\n')
  return `{"credit":${JSON.stringify(CREDIT)},\n"homes":{\n${lines}\n}}\n`
}
