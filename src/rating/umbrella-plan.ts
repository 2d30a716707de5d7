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

export const umbrellaTerritory = ({ state, county }: Territory): string =>
  METRO_COUNTIES[state]?.includes(county) ? `${state} metro` : state

// Lawsuit climate, by judgement from brokers' accounts: 1.25 to 1.6 in the dear states, 0.8 in the rural Midwest.
const TERRITORIES = {
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

type Count = Exclude<keyof UmbrellaFacts, 'territory' | 'underlying_auto'>

const counted = (by: Count, label: string, points: Points): Factor<UmbrellaFacts> => ({
  id: by,
  label,
  kind: 'curve',
  by,
  points,
})

const household: readonly Factor<UmbrellaFacts>[] = [
  counted('property_count', 'Properties', curve({ 0: 0.95, 1: 1, 2: 1.15, 4: 1.45, 6: 1.9, 20: 5 })),
  counted('auto_count', 'Cars', curve({ 0: 0.92, 1: 1, 2: 1.1, 3: 1.2, 4: 1.35, 6: 1.75, 20: 4.5 })),
  counted('antique_vehicles', 'Antique vehicles', curve({ 0: 1, 20: 2 })),
  counted('drivers_under_22', 'Drivers under 22', curve({ 0: 1, 1: 1.6, 2: 2, 4: 2.7, 20: 8 })),
  counted('drivers_over_70', 'Drivers over 70', curve({ 0: 1, 20: 3 })),
  counted('incidents', 'Accidents and violations', curve({ 0: 1, 1: 1.15, 2: 1.35, 3: 1.65, 40: 8 })),
  counted('large_watercraft', 'Large watercraft', curve({ 0: 1, 1: 1.4, 3: 2, 20: 7 })),
  counted('jet_skis', 'Jet skis', curve({ 0: 1, 1: 1.25, 3: 1.7, 20: 5 })),
  counted('motorcycles', 'Motorcycles', curve({ 0: 1, 1: 1.2, 3: 1.55, 20: 4.5 })),
]

/** A year of the first million over one home and one car; broker guides of 2025 say $150 to $300. */
export const firstMillionPlan: Plan<UmbrellaFacts> = {
  base: 225,
  factors: [
    { id: 'territory', label: 'Place', kind: 'choice', by: 'territory', effects: TERRITORIES },
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

/** Each further million costs less than the one before: the mass-market curve of the broker guides. */
export const umbrellaLimitPlan: Plan<{ first_million: number; limit_millions: number }> = {
  base: 1,
  factors: [
    { id: 'first_million', label: 'The first million', kind: 'given', by: 'first_million' },
    {
      id: 'limit',
      label: 'Coverage limit',
      kind: 'curve',
      by: 'limit_millions',
      points: curve({ 1: 1, 2: 1.44, 3: 1.83, 4: 2.17, 5: 2.44, 10: 4 }),
    },
  ],
}

export const umbrellaSigma = 0.25
