import type { EstimatedRow } from '../../platform/values/sourced.ts'
import type { InferenceRule } from '../line/fields/infer.ts'
import { isOver70, isUnder22, ownBirthdays } from './drivers.ts'
import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

const birthdays = (answers: UmbrellaAnswers): string[] | null => {
  const own = ownBirthdays(answers)
  if (own === null || answers.additional_drivers === undefined) return null
  const others = answers.additional_drivers.map(({ birthday }) => birthday)
  return others.every(day => day !== undefined) ? [...own, ...others] : null
}

const driversWho = (answers: UmbrellaAnswers, matches: (birthday: string) => boolean) => {
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

type Rules = Partial<Record<UmbrellaFieldName, InferenceRule<UmbrellaAnswers & EstimatedRow>>>

export const inferred = {
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
} satisfies Rules

export const assumed = {
  additional_drivers: () => ({
    rule: 'no_other_drivers',
    value: [],
    confidence: 'low',
    reason: 'You haven’t told us who else drives, so we assumed nobody does.',
  }),
} satisfies Rules
