import { curve, states } from '../../../rating/plan.ts'
import { householdCurves, massMarketLimits } from '../../../rating/umbrella-plan.ts'
import type { DemoUmbrellaPlan } from './household-facts.ts'

const allBut = (without: string): readonly string[] =>
  states.filter(state => !without.split(' ').includes(state))

const { incidents } = householdCurves

/**
 * Standalone policies in every state. Source: rates that RLI filed in South Carolina in 2011 for its second territory
 * ($164 for the first million), scaled to 2025. The fourth class and the fourth million are by judgment.
 */
const brindlemoor: DemoUmbrellaPlan = {
  id: 'brindlemoor',
  name: 'Brindlemoor Indemnity',
  states,
  workflow: 'agency_pay',
  underlying: { auto: 'standard', property_damage: 50_000, home: 300_000 },
  tiers: {
    vehicles: [3, 4, 6, 10],
    properties: [1, 4, 6, 10],
    boats: [0, 2, 3],
    jet_skis: [0, 2, 3],
    drivers: [2, 6, 6, 8],
    young_drivers: [0, 2, 4],
  },
  rates: {
    base: 290,
    limits: curve({ 1: 1, 2: 1.8, 3: 2.4, 4: 2.8, 5: 3.15 }),
    territory: 0.5,
    zip3: { 294: 1.28 },
    classes: [1, 1.6, 2.55, 4],
    counts: { incidents, drivers_under_22: curve({ 0: 1, 1: 1.6 }) },
    oldestDriver: { seventies: 1.1, eighties: 1.3 },
    autoLimits: { standard: 1.15 },
    creditTier: { best: 0.95, worst: 1.15 },
    minimum: 200,
  },
  appetite: { limitTo: 5_000_000, incidents: 2, liabilityLoss: false, abroad: false },
}

const gildenfold: DemoUmbrellaPlan = {
  id: 'gildenfold',
  name: 'Gildenfold Private Client',
  states: allBut('AK HI LA MS ND SD WV'),
  workflow: 'carrier_direct',
  underlying: { auto: 'standard', property_damage: 100_000, home: 500_000 },
  tiers: {
    vehicles: [5, 8, 10],
    properties: [3, 6, 10],
    boats: [1, 2, 3],
    jet_skis: [2, 3],
    drivers: [4, 6, 8],
    young_drivers: [0, 2, 3],
  },
  rates: {
    base: 800,
    limits: curve({ 1: 1, 2: 1.24, 3: 1.37, 4: 1.48, 5: 1.59, 10: 2.4 }),
    territory: 0.6,
    classes: [1, 1.2, 1.5],
    counts: { incidents, drivers_under_22: curve({ 0: 1, 1: 1.25, 3: 1.5 }) },
    oldestDriver: { seventies: 1, eighties: 1.1 },
    autoLimits: { high: 0.95 },
    minimum: 600,
  },
  appetite: { limitTo: 10_000_000, incidents: 1, liabilityLoss: false },
}

const marrowby: DemoUmbrellaPlan = {
  id: 'marrowby',
  name: 'Marrowby Mutual',
  states: allBut('AK DC HI'),
  workflow: 'carrier_direct',
  underlying: { auto: 'standard', property_damage: 100_000, home: 300_000 },
  tiers: { vehicles: [8], properties: [5], boats: [1], jet_skis: [2], drivers: [6], young_drivers: [2] },
  rates: {
    base: 225,
    limits: massMarketLimits,
    territory: 1,
    classes: [1],
    counts: householdCurves,
    autoLimits: { high: 0.87 },
    creditTier: { best: 0.9, worst: 1.3 },
    minimum: 150,
  },
  appetite: {
    limitTo: 10_000_000,
    limitToIn: { CA: 5_000_000, FL: 5_000_000 },
    incidents: 2,
    liabilityLoss: false,
    abroad: false,
  },
}

const stonewhistle: DemoUmbrellaPlan = {
  id: 'stonewhistle',
  name: 'Stonewhistle Specialty',
  states,
  workflow: 'agency_pay',
  underlying: { auto: 'low', property_damage: 50_000, home: 300_000 },
  tiers: { vehicles: [10], properties: [10], boats: [3], jet_skis: [3], drivers: [10], young_drivers: [4] },
  rates: {
    base: 330,
    limits: massMarketLimits,
    territory: 0.9,
    classes: [1],
    counts: householdCurves,
    autoLimits: { high: 0.87, low: 1.3 },
    liabilityLoss: 1.5,
    minimum: 300,
  },
  appetite: { limitTo: 5_000_000, incidents: 5 },
}

export const demoUmbrellaPlans: readonly DemoUmbrellaPlan[] = [
  brindlemoor,
  gildenfold,
  marrowby,
  stonewhistle,
]
