import { mayRateByCredit } from '../../../rating/plan.ts'
import { territoryOf } from '../../../rating/territory.ts'
import { umbrellaTerritory } from '../../../rating/umbrella-plan.ts'
import type { UmbrellaRisk, Workflow } from '../../umbrella/carrier.ts'
import { countsIn, householdClass, type Tiers } from '../../umbrella/household-class.ts'
import { ratedAutoClass, type UnderlyingLimits } from '../../umbrella/underlying-limits.ts'
import { type HouseholdFacts, householdClasses, type UmbrellaRates } from './rates.ts'

type UmbrellaAppetite = {
  limitTo?: number
  limitToIn?: Readonly<Record<string, number>>
  incidents?: number
  liabilityLoss?: false
  abroad?: false
}

export type DemoUmbrellaPlan = {
  id: string
  name: string
  states: readonly string[]
  workflow: Workflow
  underlying: UnderlyingLimits
  tiers: Tiers
  rates: UmbrellaRates
  appetite: UmbrellaAppetite
}

const MILLION = 1_000_000

export const soldLimit = (requested: number): number => Math.max(1, Math.ceil(requested / MILLION)) * MILLION

const ratingTerritory = ({ state, zip }: UmbrellaRisk): string => {
  const territory = territoryOf(zip)
  return territory?.state === state ? umbrellaTerritory(territory) : state
}

const oldestDriver = ({ applicant_age, drivers_over_70 }: UmbrellaRisk): string => {
  if (applicant_age >= 80) return 'eighties'
  return applicant_age >= 70 || drivers_over_70 > 0 ? 'seventies' : 'younger'
}

export const incidentsOf = ({ moving_violations, at_fault_accidents }: UmbrellaRisk): number =>
  moving_violations + at_fault_accidents

/** `credit_tier` stays empty, because the buyer has not authorized a credit check yet. */
export const householdFacts = (
  { tiers, underlying }: DemoUmbrellaPlan,
  risk: UmbrellaRisk,
): HouseholdFacts => {
  const counts = countsIn(risk)
  return {
    limit_millions: soldLimit(risk.coverage_limit) / MILLION,
    territory: ratingTerritory(risk),
    zip3: risk.zip.slice(0, 3),
    household_class: householdClasses[householdClass(tiers, counts).tier] ?? '',
    property_count: counts.properties,
    auto_count: risk.vehicle_count,
    antique_vehicles: risk.antique_vehicles,
    motorcycles: risk.motorcycles,
    drivers_under_22: counts.young_drivers,
    drivers_over_70: Math.max(risk.drivers_over_70, risk.applicant_age >= 70 ? 1 : 0),
    incidents: incidentsOf(risk),
    large_watercraft: counts.boats,
    jet_skis: counts.jet_skis,
    oldest_driver: oldestDriver(risk),
    underlying_auto: ratedAutoClass(risk.auto_limits, underlying),
    liability_loss: risk.liability_loss_in_last_5_years ? 'yes' : 'no',
    credit_tier: '',
  }
}

/** An umbrella covers cars and homes, so both must allow credit rating. Maryland forbids it for homes. */
const mayUseCredit = (state: string): boolean => mayRateByCredit(state) && state !== 'MD'

export const creditUnknown = ({ rates }: DemoUmbrellaPlan, { state }: UmbrellaRisk): boolean =>
  rates.creditTier !== undefined && mayUseCredit(state)

export const autoLimitsUnknown = (risk: UmbrellaRisk): boolean =>
  risk.auto_limits === null && countsIn(risk).vehicles > 0

export const unknownsOf = (
  plan: DemoUmbrellaPlan,
  risk: UmbrellaRisk,
): { best: Partial<HouseholdFacts>; worst: Partial<HouseholdFacts> } => ({
  best: {
    ...(creditUnknown(plan, risk) && { credit_tier: 'best' }),
    ...(autoLimitsUnknown(risk) && { underlying_auto: 'high' }),
  },
  worst: creditUnknown(plan, risk) ? { credit_tier: 'worst' } : {},
})
