import { type AutoState, autoState, type Coverage, coverages } from './auto-states.ts'
import {
  curve,
  type Factor,
  mayRateByAge,
  mayRateByGender,
  type Plan,
  price,
  type RatedPrice,
} from './plan.ts'

export type AutoFacts = {
  age: number
  gender: string
  territory: number
  vehicle_price: number
  vehicle_liability: number
  vehicle_damage: number
  vehicle_age: number
  collision_deductible: number
  comprehensive_deductible: number
}

/** The new mid-size sedan that the rate studies price (Camry, Accord), in the state as a whole. */
export const referenceRisk = {
  territory: 1,
  vehicle_price: 30_000,
  vehicle_liability: 1,
  vehicle_damage: 1,
  vehicle_age: 0,
} as const

// Men relative to women: 1.08 at 18, 1.11 at 20, 1.05 at 25, 1.01 from 40 (Insurance.com 2025). N is halfway.
const MEN_TO_WOMEN = curve({ 18: 1.08, 20: 1.11, 25: 1.05, 40: 1.01 })
const gender: Factor<AutoFacts> = {
  id: 'gender',
  label: 'Gender',
  kind: 'curves',
  by: 'age',
  per: 'gender',
  curves: {
    M: MEN_TO_WOMEN.map(([age, ratio]) => [age, Math.sqrt(ratio)]),
    F: MEN_TO_WOMEN.map(([age, ratio]) => [age, 1 / Math.sqrt(ratio)]),
  },
}

const place: Factor<AutoFacts> = {
  id: 'territory',
  label: 'Place within the state',
  kind: 'given',
  by: 'territory',
}

const vehicleLiability: Factor<AutoFacts> = {
  id: 'vehicle_liability',
  label: 'Injuries and damage that cars of this model cause',
  kind: 'given',
  by: 'vehicle_liability',
}

/**
 * List price to the power of .25 up to $60,000 and .55 above (judgment). The rate studies' most expensive cars,
 * $110,000 to $220,000, cost 2.6 to 2.8 times the average (Insure.com 2016).
 */
export const PRICE_EFFECTS = curve({
  10000: 0.76,
  15000: 0.84,
  20000: 0.904,
  [referenceRisk.vehicle_price]: 1,
  45000: 1.107,
  60000: 1.19,
  80000: 1.39,
  100000: 1.57,
  150000: 1.97,
  250000: 2.61,
  500000: 3.82,
  1000000: 5.59,
  3000000: 10.2,
})

const vehicleDamage: readonly Factor<AutoFacts>[] = [
  {
    id: 'vehicle_price',
    label: 'List price of the car',
    kind: 'curve',
    by: 'vehicle_price',
    points: PRICE_EFFECTS,
  },
  {
    id: 'vehicle_damage',
    label: 'Repairs and theft of cars of this model',
    kind: 'given',
    by: 'vehicle_damage',
  },
  {
    id: 'vehicle_age',
    label: 'Age of the car',
    kind: 'curve',
    by: 'vehicle_age',
    points: curve({ 0: 1, 3: 0.88, 5: 0.78, 8: 0.62, 10: 0.52, 15: 0.35 }),
  },
]

// ValuePenguin 2025 from $250 to $1,500; extrapolated beyond.
const deductible: Readonly<Record<Exclude<Coverage, 'liability'>, Factor<AutoFacts>>> = {
  collision: {
    id: 'collision_deductible',
    label: 'Collision deductible',
    kind: 'curve',
    by: 'collision_deductible',
    points: curve({
      0: 1.36,
      100: 1.28,
      250: 1.18,
      500: 1,
      1000: 0.79,
      1500: 0.7,
      2000: 0.65,
      5000: 0.48,
      10000: 0.35,
    }),
  },
  comprehensive: {
    id: 'comprehensive_deductible',
    label: 'Comprehensive deductible',
    kind: 'curve',
    by: 'comprehensive_deductible',
    points: curve({
      0: 1.55,
      100: 1.4,
      250: 1.23,
      500: 1,
      1000: 0.77,
      1500: 0.68,
      2000: 0.62,
      5000: 0.42,
      10000: 0.28,
    }),
  },
}

const driverFactors = (state: string, { ageEffects }: AutoState): Factor<AutoFacts>[] => [
  ...(mayRateByAge(state)
    ? [{ id: 'age', label: 'Age of the driver', kind: 'curve', by: 'age', points: ageEffects } as const]
    : []),
  ...(mayRateByGender(state) ? [gender] : []),
]

type AutoPlan = Readonly<Record<Coverage, Plan<AutoFacts>>>

const plans = new Map<string, AutoPlan>()

/** A state's rates. A fact that the state bans is not in its plan, so it cannot move the price. */
const autoPlan = (state: string): AutoPlan => {
  const known = plans.get(state)
  if (known) return known
  const figures = autoState(state)
  const driver = driverFactors(state, figures)
  const base = (coverage: Coverage): number => figures.premium * figures.shares[coverage]
  const plan: AutoPlan = {
    liability: { base: base('liability'), factors: [...driver, place, vehicleLiability] },
    collision: {
      base: base('collision'),
      factors: [...driver, place, ...vehicleDamage, deductible.collision],
    },
    comprehensive: {
      base: base('comprehensive'),
      factors: [...driver, place, ...vehicleDamage, deductible.comprehensive],
    },
  }
  plans.set(state, plan)
  return plan
}

export const cleanPremiums = (state: string, facts: AutoFacts): Record<Coverage, RatedPrice> => {
  const plan = autoPlan(state)
  return {
    liability: price(plan.liability, facts),
    collision: price(plan.collision, facts),
    comprehensive: price(plan.comprehensive, facts),
  }
}

export const totalPremium = (premiums: Record<Coverage, RatedPrice>): number =>
  coverages.reduce((sum, coverage) => sum + premiums[coverage].price, 0)
