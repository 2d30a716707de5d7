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

// Lawsuit climate, by judgement from brokers' accounts: 1.25 to 1.6 in the dear states, 0.8 in the rural Midwest.
export const umbrellaTerritories: Readonly<Record<string, number>> = {
  CA: 1.5,
  FL: 1.5,
  LA: 1.45,
  NV: 1.3,
  NY: 1.25,
  'NY metro': 1.6,
  TX: 1.1,
  'TX metro': 1.3,
  IA: 0.8,
  KS: 0.8,
  ND: 0.8,
  NE: 0.8,
  SD: 0.8,
  IN: 0.9,
  MN: 0.9,
  MO: 0.9,
  OH: 0.9,
  WI: 0.9,
}

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

/** What each count does to the price of a household with one home and one car. */
export const householdCurves: Readonly<Record<HouseholdCount, Points>> = {
  property_count: curve({ 0: 0.95, 1: 1, 2: 1.15, 4: 1.45, 6: 1.9, 20: 5 }),
  auto_count: curve({ 0: 0.92, 1: 1, 2: 1.1, 3: 1.2, 4: 1.35, 6: 1.75, 20: 4.5 }),
  antique_vehicles: curve({ 0: 1, 20: 2 }),
  drivers_under_22: curve({ 0: 1, 1: 1.6, 2: 2, 4: 2.7, 20: 8 }),
  drivers_over_70: curve({ 0: 1, 20: 3 }),
  incidents: curve({ 0: 1, 1: 1.15, 2: 1.35, 3: 1.65, 40: 8 }),
  large_watercraft: curve({ 0: 1, 1: 1.4, 3: 2, 20: 7 }),
  jet_skis: curve({ 0: 1, 1: 1.25, 3: 1.7, 20: 5 }),
  motorcycles: curve({ 0: 1, 1: 1.2, 3: 1.55, 20: 4.5 }),
}

/** A factor for each count that has a curve, in the order of the labels. */
export const householdFactors = (
  curves: Readonly<Partial<Record<HouseholdCount, Points>>>,
): Factor<UmbrellaFacts>[] =>
  (Object.keys(householdLabels) as HouseholdCount[]).flatMap(by => {
    const points = curves[by]
    return points ? [{ id: by, label: householdLabels[by], kind: 'curve', by, points }] : []
  })

const household = householdFactors(householdCurves)

/** A year of the first million over one home and one car; broker guides of 2025 say $150 to $300. */
export const firstMillionPlan: Plan<UmbrellaFacts> = {
  base: 225,
  factors: [
    { id: 'territory', label: 'Place', kind: 'choice', by: 'territory', effects: umbrellaTerritories },
    {
      id: 'underlying_auto',
      label: 'Car liability limits of 500/500 and more',
      kind: 'choice',
      by: 'underlying_auto',
      effects: { high: 1 / 1.15 },
    },
    ...household,
  ],
  caps: [
    {
      id: 'household_cap',
      label: 'Most that a household adds',
      over: household.map(({ id }) => id),
      maximum: 12,
    },
  ],
  minimum: 120,
}

/** By million; each further one costs less than the one before. Broker guides, 2025. */
export const massMarketLimits: Points = curve({ 1: 1, 2: 1.44, 3: 1.83, 4: 2.17, 5: 2.44, 10: 4 })

export const umbrellaSigma = 0.25
