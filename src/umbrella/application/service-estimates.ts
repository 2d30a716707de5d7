import { plusYears } from '../../line/fields/calendar.ts'
import { type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import type { Answers, Household } from './application.ts'
import type { UmbrellaFieldName } from './fields.ts'

const birthdays = ({
  birthday,
  marital_status,
  spouse_birthday,
  additional_drivers,
}: Answers): string[] | null => {
  if (marital_status === undefined || additional_drivers === undefined) return null
  const all = [
    birthday,
    ...(marital_status === 'married' ? [spouse_birthday] : []),
    ...additional_drivers.map(driver => driver.birthday),
  ]
  return all.every(day => day !== undefined) ? all : null
}

const driversWho = (answers: Answers, matches: (birthday: string) => boolean) => {
  const known = birthdays(answers)
  return (
    known && {
      value: known.filter(matches).length,
      confidence: 'medium' as const,
      reason: 'Counted from the birthdays of the buyer, the spouse and the other drivers.',
    }
  )
}

/** Only what follows from other answers. We never guess habits, assets or history. */
const RULES: Partial<Record<UmbrellaFieldName, InferenceRule<Household>>> = {
  drivers_under_22: (household, today) => driversWho(household, day => day > plusYears(today, -22)),
  drivers_over_70: (household, today) => driversWho(household, day => day <= plusYears(today, -71)),
  vehicle_count: ({ vehicles }) =>
    vehicles === undefined
      ? null
      : { value: vehicles.length, confidence: 'medium', reason: 'Counted from the listed cars.' },
}

export const withServiceEstimates = (household: Household, today: string): Household =>
  withInferences(household, RULES, today)
