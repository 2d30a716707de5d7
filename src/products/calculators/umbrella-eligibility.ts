import { outsideTheStates } from '../../agency/rating/territory.ts'
import { say } from './say.ts'
import type { HouseholdCounts } from './umbrella-request.ts'

type Rule = { reason: string; applies(household: HouseholdCounts): boolean }

// RLI's published tiers and common umbrella declines. Other households are referred or declined.
const RULES: readonly Rule[] = [
  {
    reason:
      'An umbrella policy sits on top of a home or auto policy. A household with neither can’t buy one.',
    applies: ({ property_count, auto_count }) => property_count === 0 && auto_count === 0,
  },
  {
    reason: 'Carriers usually decline three or more accidents and violations in three years.',
    applies: ({ at_fault_accidents, moving_violations }) => at_fault_accidents + moving_violations >= 3,
  },
  {
    reason: 'Carriers usually decline more than ten vehicles (cars, antiques and motorcycles).',
    applies: ({ auto_count, antique_vehicles, motorcycles }) =>
      auto_count + antique_vehicles + motorcycles > 10,
  },
  {
    reason: 'Carriers usually decline more than ten properties.',
    applies: ({ property_count }) => property_count > 10,
  },
  {
    reason: 'Carriers usually decline more than four drivers under 22.',
    applies: ({ drivers_under_22 }) => drivers_under_22 > 4,
  },
  {
    reason: 'Carriers usually decline more than three large boats.',
    applies: ({ large_watercraft }) => large_watercraft > 3,
  },
  {
    reason: 'Carriers usually decline more than three jet skis.',
    applies: ({ jet_skis }) => jet_skis > 3,
  },
]

export const reasonNotServed = (zip: string): string | undefined => {
  const outside = outsideTheStates(zip)
  return (
    outside &&
    say('The ZIP code is in {outside}; umbrella policies are only sold in the 50 states and DC.', { outside })
  )
}

export const declineReasons = (household: HouseholdCounts): string[] =>
  RULES.filter(rule => rule.applies(household)).map(({ reason }) => reason)
