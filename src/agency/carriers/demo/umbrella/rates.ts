import type { Factor, Plan, Points } from '../../../rating/plan.ts'
import {
  type HouseholdCount,
  householdFactors,
  type UmbrellaFacts,
  umbrellaTerritories,
} from '../../../rating/umbrella-plan.ts'
import type { AutoClass } from '../../umbrella/underlying-limits.ts'

export type HouseholdFacts = UmbrellaFacts & {
  limit_millions: number
  zip3: string
  household_class: string
  oldest_driver: string
  liability_loss: string
  credit_tier: string
}

export type UmbrellaRates = {
  /** Dollars a year for the first million in an average state. */
  base: number
  limits: Points
  territory: number
  zip3?: Readonly<Record<string, number>>
  classes: readonly number[]
  counts: Readonly<Partial<Record<HouseholdCount, Points>>>
  oldestDriver?: { seventies: number; eighties: number }
  autoLimits: Readonly<Partial<Record<AutoClass, number>>>
  liabilityLoss?: number
  creditTier?: { best: number; worst: number }
  minimum: number
}

export const householdClasses = ['Preferred', 'Standard', 'Standard II', 'Special'] as const

type Named =
  | 'zip3'
  | 'household_class'
  | 'oldest_driver'
  | 'underlying_auto'
  | 'liability_loss'
  | 'credit_tier'

const choice = (
  by: Named,
  label: string,
  effects: Readonly<Record<string, number>>,
): Factor<HouseholdFacts> => ({ id: by, label, kind: 'choice', by, effects })

export const umbrellaFactors = (rates: UmbrellaRates): Plan<HouseholdFacts> => ({
  base: rates.base,
  factors: [
    { id: 'limit', label: 'Coverage limit', kind: 'curve', by: 'limit_millions', points: rates.limits },
    {
      id: 'territory',
      label: 'Location',
      kind: 'choice',
      by: 'territory',
      effects: Object.fromEntries(
        Object.entries(umbrellaTerritories).map(([place, effect]) => [place, effect ** rates.territory]),
      ),
    },
    choice('zip3', 'ZIP area', rates.zip3 ?? {}),
    choice(
      'household_class',
      'Household class',
      Object.fromEntries(rates.classes.map((effect, tier) => [String(householdClasses[tier]), effect])),
    ),
    ...householdFactors(rates.counts),
    choice('oldest_driver', 'Oldest driver', rates.oldestDriver ?? {}),
    choice('underlying_auto', 'Auto policy limits', rates.autoLimits),
    choice('liability_loss', 'Liability loss in the last five years', { yes: rates.liabilityLoss ?? 1 }),
    choice('credit_tier', 'Credit tier', rates.creditTier ?? {}),
  ],
  minimum: rates.minimum,
})
