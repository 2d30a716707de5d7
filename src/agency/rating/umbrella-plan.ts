import { keysOf } from '../../platform/lib/keys-of.ts'
import { readTable } from './figures.ts'
import { curve, type Factor, type Plan, type Points } from './plan.ts'
import type { Territory } from './territory.ts'

export type UmbrellaFacts = {
  territory: string
  underlying_auto: string
  property_count: number
  auto_count: number
  antique_vehicles: number
  drivers_under_22: number
  drivers_over_70: number
  incidents: number
  large_watercraft: number
  jet_skis: number
  motorcycles: number
}

const METRO_COUNTIES: Readonly<Record<string, readonly string[]>> = {
  NY: ['New York', 'Kings', 'Queens', 'Bronx', 'Richmond', 'Nassau'],
  TX: ['Harris', 'Dallas', 'Tarrant', 'Bexar', 'Travis'],
}

export const umbrellaTerritory = ({ state, county }: Pick<Territory, 'state' | 'county'>): string =>
  METRO_COUNTIES[state]?.includes(county) ? `${state} metro` : state

export const umbrellaTerritories: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    readTable('umbrella-states.csv').map(row => [row.text('state'), row.number('level')] as const),
  ),
  'NY metro': 1.6,
  'TX metro': 1.3,
}

/** Judgment: the umbrella price changes with the square root of the local auto price level. */
const AUTO_LEVEL_EXPONENT = 0.5

export const umbrellaLevel = ({ state, autoLevel }: Pick<Territory, 'state' | 'autoLevel'>): number =>
  (umbrellaTerritories[state] ?? 1) * autoLevel ** AUTO_LEVEL_EXPONENT

export type HouseholdCount = Exclude<keyof UmbrellaFacts, 'territory' | 'underlying_auto'>

const householdLabels: Readonly<Record<HouseholdCount, string>> = {
  property_count: 'Properties',
  auto_count: 'Cars',
  antique_vehicles: 'Antique vehicles',
  drivers_under_22: 'Drivers under 22',
  drivers_over_70: 'Drivers over 70',
  incidents: 'Accidents and violations',
  large_watercraft: 'Large watercraft',
  jet_skis: 'Jet skis',
  motorcycles: 'Motorcycles',
}

export const householdCurves: Readonly<Record<HouseholdCount, Points>> = {
  property_count: curve({ 1: 1, 2: 1.15, 4: 1.45, 6: 1.9, 20: 5 }),
  auto_count: curve({ 1: 1, 2: 1.1, 3: 1.2, 4: 1.35, 6: 1.75, 20: 4.5 }),
  antique_vehicles: curve({ 0: 1, 20: 2 }),
  drivers_under_22: curve({ 0: 1, 1: 1.6, 2: 2, 4: 2.7, 20: 8 }),
  drivers_over_70: curve({ 0: 1, 20: 3 }),
  incidents: curve({ 0: 1, 1: 1.15, 2: 1.35, 3: 1.65, 40: 8 }),
  large_watercraft: curve({ 0: 1, 1: 1.4, 3: 2, 20: 7 }),
  jet_skis: curve({ 0: 1, 1: 1.25, 3: 1.7, 20: 5 }),
  motorcycles: curve({ 0: 1, 1: 1.2, 3: 1.55, 20: 4.5 }),
}

export const householdFactors = (
  curves: Readonly<Partial<Record<HouseholdCount, Points>>>,
): Factor<UmbrellaFacts>[] =>
  keysOf(householdLabels).flatMap(by => {
    const points = curves[by]
    return points ? [{ id: by, label: householdLabels[by], kind: 'curve', by, points }] : []
  })

const household = householdFactors(householdCurves)

type PlacedHousehold = UmbrellaFacts & { place_level: number }

/**
 * A year of the first million over one home and one car. Published for two cars: $225 (broker guides 2025,
 * middle), $264 (ten carriers 2025), $383 (consumer guides' average), $390 (RLI 2011 filing, adjusted to 2025).
 * Their mean is $315 for two cars. We use $300 for one car, after the 2025 rate increases (judgment).
 */
export const firstMillionPlan: Plan<PlacedHousehold> = {
  base: 300,
  factors: [
    { id: 'territory', label: 'Place', kind: 'given', by: 'place_level' },
    {
      id: 'underlying_auto',
      label: 'Auto liability limits of 500/500 or more',
      kind: 'choice',
      by: 'underlying_auto',
      effects: { high: 1 / 1.15 },
    },
    ...(household as Factor<PlacedHousehold>[]),
  ],
  caps: [
    {
      id: 'household_cap',
      label: 'Cap on the household',
      over: household.map(({ id }) => id),
      maximum: 12,
    },
  ],
  minimum: 150,
}

export const massMarketLimits: Points = curve({ 1: 1, 2: 1.44, 3: 1.83, 4: 2.17, 5: 2.44, 10: 4 })

/** By million, for the market: halfway between broker guides (1.44 for 2 million) and private-client carriers (1.24). */
export const marketLimits: Points = curve({ 1: 1, 2: 1.34, 3: 1.6, 4: 1.83, 5: 2.02, 10: 3.1 })

/** Half the log distance between the published prices of the first million. */
export const umbrellaSigma = 0.3
