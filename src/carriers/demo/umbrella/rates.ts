import type { Factor, Plan, Points } from '../../../rating/plan.ts'
import {
  type HouseholdCount,
  householdFactors,
  type UmbrellaFacts,
  umbrellaTerritories,
} from '../../../rating/umbrella-plan.ts'
import type { AutoClass } from '../../umbrella/underlying-limits.ts'

/** What a carrier rates a household by, beyond what the calculator does. */
export type HouseholdFacts = UmbrellaFacts & {
  limit_millions: number
  /** The first three digits of the ZIP. */
  zip3: string
  household_class: string
  oldest_driver: string
  liability_loss: string
  credit_tier: string
}

/** Effects against a household of the first class; a table that is not given has none. */
export type UmbrellaRates = {
  /** A year of the first million, in a state that is neither dear nor cheap. */
  base: number
  /** By million of cover. */
  limits: Points
  /** How hard it takes the market's view of a place: 1 follows it, 0.5 takes the root. */
  territory: number
  zip3?: Readonly<Record<string, number>>
  /** One effect for each class of its tiers. */
  classes: readonly number[]
  counts: Readonly<Partial<Record<HouseholdCount, Points>>>
  oldestDriver?: { seventies: number; eighties: number }
  autoLimits: Readonly<Partial<Record<AutoClass, number>>>
  liabilityLoss?: number
  /** Between what the price may end once the carrier has looked at credit. */
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
      label: 'Place',
      kind: 'choice',
      by: 'territory',
      effects: Object.fromEntries(
        Object.entries(umbrellaTerritories).map(([place, effect]) => [place, effect ** rates.territory]),
      ),
    },
    choice('zip3', 'ZIP area', rates.zip3 ?? {}),
    choice(
      'household_class',
      'Class of the household',
      Object.fromEntries(rates.classes.map((effect, tier) => [String(householdClasses[tier]), effect])),
    ),
    ...householdFactors(rates.counts),
    choice('oldest_driver', 'Oldest driver', rates.oldestDriver ?? {}),
    choice('underlying_auto', 'Limits of the auto policy', rates.autoLimits),
    choice('liability_loss', 'Liability loss in the last five years', { yes: rates.liabilityLoss ?? 1 }),
    choice('credit_tier', 'Credit-based tier', rates.creditTier ?? {}),
  ],
  minimum: rates.minimum,
})
