import { recordEffect } from '../../agency/rating/auto-carriers.ts'
import { cleanPremiums } from '../../agency/rating/auto-plan.ts'
import type { Coverage } from '../../agency/rating/auto-states.ts'
import { effectIn } from '../../agency/rating/plan.ts'
import { vehicleValue } from '../../agency/rating/vehicle.ts'
import type { AutoProfile } from './auto-profile.ts'

export type PhysicalDamage = Exclude<Coverage, 'liability'>

// Average claim payment above a $500 deductible, ISO and III 2023.
const SEVERITY: Readonly<Record<PhysicalDamage, number>> = { collision: 5470, comprehensive: 2306 }
const LOSS_RATIO = 0.65

export const severityOf = (damage: PhysicalDamage, carEffect: number): number => SEVERITY[damage] * carEffect

/**
 * Expected yearly cost of the part of each loss below the limit, per dollar of premium at a $500 deductible.
 * Carriers pay out about 65% of that premium, which gives the frequency. We assume exponential loss sizes, so
 * the average payment above a deductible equals the average loss.
 */
export const lossBelow = (limit: number, severity: number): number =>
  LOSS_RATIO * Math.exp(500 / severity) * (1 - Math.exp(-limit / severity))

export const scenarios = ['none', 'collision_only', 'collision_and_comprehensive'] as const
export type Scenario = (typeof scenarios)[number]

const insures: Readonly<Record<Scenario, readonly PhysicalDamage[]>> = {
  none: [],
  collision_only: ['collision'],
  collision_and_comprehensive: ['collision', 'comprehensive'],
}

export type OwnershipYear = {
  value: number
  premium: Record<Coverage, number>
  bare: Record<PhysicalDamage, number>
  covered: Record<PhysicalDamage, number>
}

const steady = ({ inputs, facts }: AutoProfile) => {
  const { state } = inputs.driver
  const record = recordEffect(state, inputs.history)
  const now = cleanPremiums(state, facts)
  const of = (damage: PhysicalDamage) => {
    const carEffect = effectIn(now[damage], 'vehicle_price') * effectIn(now[damage], 'vehicle_damage')
    const deductible = inputs.coverage[`${damage}_deductible`]
    return {
      deductible,
      severity: severityOf(damage, carEffect),
      toPremiumAt500: 1 / effectIn(now[damage], `${damage}_deductible`),
    }
  }
  return { record, collision: of('collision'), comprehensive: of('comprehensive') }
}

type Steady = ReturnType<typeof steady>

const yearAhead = ({ inputs, facts, vehicle }: AutoProfile, always: Steady, ahead: number): OwnershipYear => {
  const older = { age: Math.min(99, facts.age + ahead), vehicle_age: facts.vehicle_age + ahead }
  const clean = cleanPremiums(inputs.driver.state, { ...facts, ...older })
  const value = vehicleValue(vehicle, ahead)
  const premium = {
    liability: clean.liability.price * always.record,
    collision: clean.collision.price * always.record,
    comprehensive: clean.comprehensive.price * always.record,
  }
  const borne = (damage: PhysicalDamage, limit: number): number =>
    premium[damage] *
    always[damage].toPremiumAt500 *
    lossBelow(Math.min(value, limit), always[damage].severity)
  return {
    value,
    premium,
    bare: { collision: borne('collision', value), comprehensive: borne('comprehensive', value) },
    covered: {
      collision: borne('collision', always.collision.deductible),
      comprehensive: borne('comprehensive', always.comprehensive.deductible),
    },
  }
}

export const ownershipYears = (profile: AutoProfile, count: number): OwnershipYear[] => {
  const always = steady(profile)
  return Array.from({ length: count }, (_, ahead) => yearAhead(profile, always, ahead))
}

export const yearCost = ({ premium, bare, covered }: OwnershipYear, scenario: Scenario) => {
  const cost = { premium: premium.liability, retained: bare.collision + bare.comprehensive }
  for (const damage of insures[scenario]) {
    cost.premium += premium[damage]
    cost.retained += covered[damage] - bare[damage]
  }
  return cost
}
