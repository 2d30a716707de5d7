import { readTable } from '../../src/agency/rating/figures.ts'
import { type WildfireRisk, wildfireLoad, wildfireRisk } from '../../src/agency/rating/wildfire.ts'
import { groupBy, kilometers, type Place } from './places.ts'

const FEWEST_HOMES = 100
const CORE_KILOMETERS = 8
const NEIGHBOR_KILOMETERS = 15
/** Policies that the neighbors' growth counts for, so that a handful of policies proves little. */
const NEIGHBOR_POLICIES = 50

type Counts = {
  zip: string
  county: string
  homes: number
  fairHomes: number
  policies?: { before: number; now: number }
  place?: Place
}

export type ZipFigures = {
  zip: string
  county: string
  homes: number
  /** FAIR Plan policies of 2024 against insured homes; estimated from 2022 where 2024 was not published. */
  likelihood: number
  load: number
  risk: WildfireRisk
  /** A ZIP with few homes (post boxes, campuses, hamlets) borrows from the nearest one in its county that has enough. */
  figuresOf: string
}

const countsOf = (inCalifornia: readonly Place[]): Counts[] => {
  const placeOf = new Map(inCalifornia.map(place => [place.zip, place]))
  return readTable('figures/california-zips.csv').map(row => {
    const zip = row.text('zip')
    const fairHomes = row.number('fair_homes_2022')
    const before = row.published('fair_policies_2020')
    const now = row.published('fair_policies_2024')
    const place = placeOf.get(zip)
    return {
      zip,
      county: row.text('county'),
      homes: row.number('voluntary_homes_2022') + fairHomes,
      fairHomes,
      ...(before !== undefined && now !== undefined && { policies: { before, now } }),
      ...(place && { place }),
    }
  })
}

const pooledGrowth = (zips: readonly Counts[]): number => {
  const sum = (year: 'before' | 'now') =>
    zips.reduce((total, { policies }) => total + (policies?.[year] ?? 0), 0)
  return (sum('now') + 5) / (sum('before') + 5)
}

const around = (all: readonly Counts[], { place }: Pick<Counts, 'place'>, distance: number): Counts[] =>
  place ? all.filter(other => other.place && kilometers(place, other.place) < distance) : []

const nearestSolid = (inCounty: readonly Counts[], place: Place): Counts | undefined =>
  inCounty
    .flatMap(zip =>
      zip.place && zip.homes >= FEWEST_HOMES ? [{ zip, away: kilometers(zip.place, place) }] : [],
    )
    .sort((a, b) => a.away - b.away)[0]?.zip

const shareOf = ({ fairHomes, homes }: Counts): number => (homes > 0 ? fairHomes / homes : 0)

/** Own homes count as themselves, and the neighbor's share as that of the homes missing to the fewest. */
const blendedShare = (own: Counts, neighbor: Counts | undefined): number => {
  if (own.homes >= FEWEST_HOMES || !neighbor) return shareOf(own)
  return (own.fairHomes + FEWEST_HOMES * shareOf(neighbor)) / (own.homes + FEWEST_HOMES)
}

const growthOf = ({ policies, ...zip }: Counts, near: readonly Counts[]) => {
  const neighbors = pooledGrowth(near)
  const { before, now } = policies ?? { before: 0, now: 0 }
  const growth = (now + NEIGHBOR_POLICIES * neighbors) / (before + NEIGHBOR_POLICIES)
  const today = policies?.now ?? zip.fairHomes * Math.sqrt(neighbors)
  return { growth, likelihood: zip.homes > 0 ? today / zip.homes : 0 }
}

/** Every California ZIP, with its own figures, or blended with a neighbor's where it has few homes. */
export const fairPlanByZip = (inCalifornia: readonly Place[]): ZipFigures[] => {
  const counted = countsOf(inCalifornia)
  const known = new Map(counted.map(zip => [zip.zip, zip]))
  const byCounty = groupBy(counted, ({ county }) => county)
  return inCalifornia.map(place => {
    const inCounty = byCounty.get(place.county) ?? []
    const own = known.get(place.zip) ?? {
      zip: place.zip,
      county: place.county,
      homes: 0,
      fairHomes: 0,
      place,
    }
    const solid = own.homes >= FEWEST_HOMES ? own : (nearestSolid(inCounty, place) ?? own)
    const around15 = around(counted, own, NEIGHBOR_KILOMETERS)
    const { growth, likelihood } = growthOf(
      own,
      around15.some(({ policies }) => policies) ? around15 : inCounty,
    )
    const share = blendedShare(own, solid)
    const shareNow = Math.min(0.95, own === solid ? likelihood : share * Math.sqrt(growth))
    const fairPlan = {
      share,
      shareNow,
      growth,
      growthIsOwn: own.policies !== undefined,
      homesAround: around(counted, own, CORE_KILOMETERS).reduce((sum, { homes }) => sum + homes, 0),
    }
    return {
      zip: place.zip,
      county: place.county,
      homes: own.homes,
      likelihood: shareNow,
      load: wildfireLoad(fairPlan),
      risk: wildfireRisk(fairPlan),
      figuresOf: solid.zip,
    }
  })
}
