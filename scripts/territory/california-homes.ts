import type { CaliforniaHomesFile } from '../../src/agency/rating/california-home.ts'
import { readTable } from '../../src/agency/rating/figures.ts'
import { fairPlanByZip, type ZipFigures } from './fair-plan.ts'
import { groupBy, kilometers, mean, type Place } from './places.ts'

const CREDIT =
  'California Department of Insurance 2018-22, California FAIR Plan 2020-24, Policygenius 2024. ZIP codes: GeoNames, CC BY 4.0.'
/** Of a county's premium beyond wildfire and rebuild cost, a third is taken as place; the rest is larger homes (judgment). */
const COUNTY_EXPONENT = 0.35
const LEAST_LEVEL = 0.85
const MOST_LEVEL = 1.2

const STATE_IN_CITY_STUDY = 1383

/** City prices for one and the same dwelling, against the state's in the same study and net of the county's wildfire load. */
const studyLevels = (): Map<string, number> =>
  new Map(
    [...groupBy(readTable('figures/california-cities.csv'), row => row.text('county'))].map(
      ([county, rows]) => [
        county,
        rows.reduce((sum, row) => sum + row.number('premium'), 0) / rows.length / STATE_IN_CITY_STUDY,
      ],
    ),
  )

/** Level of each county, two thirds from the city study where it has one, for the same dwelling and no wildfire; 1 in the middle of all insured homes. */
export const countyLevels = (zips: readonly ZipFigures[], useCityStudy = true) => {
  const byCounty = groupBy(zips, ({ county }) => county)
  const study = useCityStudy ? studyLevels() : new Map<string, number>()
  const counties = readTable('figures/california-counties.csv').map(row => {
    const county = row.text('county')
    const members = byCounty.get(county) ?? []
    const load = mean(
      members,
      zip => zip.load,
      zip => zip.homes,
    )
    const rebuild = row.number('rebuild_per_sqft')
    return {
      county,
      homes: members.reduce((sum, zip) => sum + zip.homes, 0),
      rebuild,
      explained: rebuild ** 0.85 * load,
      premium: row.published('premium_2018_21'),
    }
  })
  const homes = ({ homes }: { homes: number }): number => homes
  const published = counties.flatMap(county =>
    county.premium === undefined ? [] : [{ ...county, premium: county.premium }],
  )
  const perPremium = mean(published, c => c.explained, homes) / mean(published, c => c.premium, homes)
  const levels = counties.map(county => {
    const old =
      county.premium === undefined ? 1 : ((county.premium * perPremium) / county.explained) ** COUNTY_EXPONENT
    const level = Math.cbrt(old * (study.get(county.county) ?? old) ** 2)
    return { ...county, level: Math.min(MOST_LEVEL, Math.max(LEAST_LEVEL, level)) }
  })
  const average = mean(levels, c => c.level, homes)
  return new Map(levels.map(c => [c.county, { level: c.level / average, rebuild: c.rebuild }]))
}

const BLUR_KILOMETERS = 8

type CountyFigures = { level: number; rebuild: number }

/** County figures fade into each other around the county line: a home doesn't cost a third more across the street. */
const acrossCountyLines = (
  inCalifornia: readonly Place[],
  levels: ReadonlyMap<string, CountyFigures>,
): Map<string, CountyFigures> => {
  const known = inCalifornia.map(place => {
    const county = levels.get(place.county)
    if (!county) throw new Error(`no figures for ${place.county}`)
    return { place, level: county.level, rebuild: county.rebuild }
  })
  return new Map(
    inCalifornia.map(place => {
      const near = known.flatMap(other => {
        const away = kilometers(place, other.place)
        return away < 3 * BLUR_KILOMETERS
          ? [{ ...other, weight: Math.exp(-((away / BLUR_KILOMETERS) ** 2)) }]
          : []
      })
      const blurred = (of: 'level' | 'rebuild'): number =>
        mean(
          near,
          other => other[of],
          other => other.weight,
        )
      return [place.zip, { level: blurred('level'), rebuild: Math.round(blurred('rebuild') / 5) * 5 }]
    }),
  )
}

export const californiaText = (all: readonly Place[]): string => {
  const inCalifornia = all.filter(({ state }) => state === 'CA')
  const zips = fairPlanByZip(inCalifornia)
  const byZip = acrossCountyLines(inCalifornia, countyLevels(zips))
  const rows = zips.map(figures => {
    const { level, rebuild } = byZip.get(figures.zip) ?? { level: 1, rebuild: 300 }
    return { figures, level, rebuild, cost: rebuild ** 0.85 * level * figures.load }
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
  const averageLoad = mean(
    zips,
    ({ load }) => load,
    ({ homes }) => homes,
  )
  return `{"credit":${JSON.stringify(CREDIT)},\n"averageLoad":${averageLoad.toFixed(3)},\n"homes":{\n${lines}\n}}\n`
}
