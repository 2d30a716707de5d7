import { outsideTheStates } from '../rating/territory.ts'
import type { Household } from './umbrella-request.ts'

type Rule = { reason: string; applies(household: Household): boolean }

// RLI's published tiers and the usual declines of umbrella carriers; a household beyond them is referred or declined.
const RULES: readonly Rule[] = [
  {
    reason: 'Three or more accidents and violations in three years are usually declined.',
    applies: ({ at_fault_accidents, moving_violations }) => at_fault_accidents + moving_violations >= 3,
  },
  {
    reason: 'More than ten vehicles (cars, antiques and motorcycles) are usually declined.',
    applies: ({ auto_count, antique_vehicles, motorcycles }) =>
      auto_count + antique_vehicles + motorcycles > 10,
  },
  {
    reason: 'More than ten properties are usually declined.',
    applies: ({ property_count }) => property_count > 10,
  },
  {
    reason: 'More than four drivers under 22 are usually declined.',
    applies: ({ drivers_under_22 }) => drivers_under_22 > 4,
  },
  {
    reason: 'More than three large boats are usually declined.',
    applies: ({ large_watercraft }) => large_watercraft > 3,
  },
  {
    reason: 'More than three jet skis are usually declined.',
    applies: ({ jet_skis }) => jet_skis > 3,
  },
]

/** Umbrella policies are sold in the 50 states and DC. */
export const reasonNotServed = (zip: string): string | undefined => {
  const outside = outsideTheStates(zip)
  return outside && `The ZIP is in ${outside}; umbrella policies are sold in the 50 states and DC only.`
}

export const declineReasons = (household: Household): string[] =>
  RULES.filter(rule => rule.applies(household)).map(({ reason }) => reason)
