import { type Inference, type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import type { Answers, Household } from './application.ts'
import { isOver70, isUnder22, ownBirthdays } from './drivers.ts'
import type { UmbrellaFieldName } from './fields.ts'
import { openForReview } from './missing.ts'

const birthdays = (answers: Answers): string[] | null => {
  const own = ownBirthdays(answers)
  if (own === null || answers.additional_drivers === undefined) return null
  const others = answers.additional_drivers.map(({ birthday }) => birthday)
  return others.every(day => day !== undefined) ? [...own, ...others] : null
}

const driversWho = (answers: Answers, matches: (birthday: string) => boolean) => {
  const known = birthdays(answers)
  return (
    known && {
      rule: 'counted_from_birthdays',
      value: known.filter(matches).length,
      confidence: 'medium' as const,
      reason: 'Counted from the birthdays of the buyer, the spouse and the other drivers.',
    }
  )
}

const COUNTED: Partial<Record<UmbrellaFieldName, InferenceRule<Household>>> = {
  drivers_under_22: (household, today) => driversWho(household, day => isUnder22(day, today)),
  drivers_over_70: (household, today) => driversWho(household, day => isOver70(day, today)),
  vehicle_count: ({ vehicles }) =>
    vehicles === undefined
      ? null
      : {
          rule: 'counted_from_vehicles',
          value: vehicles.length,
          confidence: 'medium',
          reason: 'Counted from the listed cars.',
        },
}

const NOBODY_ELSE: Inference = {
  rule: 'no_other_drivers',
  value: [],
  confidence: 'low',
  reason: 'You haven’t told us who else drives, so we assumed nobody does.',
}

/** Nobody else is assumed to drive while answers still arrive. What a person has reviewed stays as it is. */
export const withServiceEstimates = (
  household: Household,
  today: string,
  { isReviewed = false } = {},
): Household => {
  const counted = withInferences(household, COUNTED, today)
  const unguessed = withInferences(counted, { additional_drivers: () => null }, today)
  const isAnswered = isReviewed || openForReview(unguessed, today).length === 0
  return withInferences(counted, { additional_drivers: () => (isAnswered ? NOBODY_ELSE : null) }, today)
}
