import { plusYears } from '../../line/fields/calendar.ts'
import { type Inference, type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import type { Answers, Household } from './application.ts'
import type { UmbrellaFieldName } from './fields.ts'
import { openForReview } from './missing.ts'

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
      rule: 'counted_from_birthdays',
      value: known.filter(matches).length,
      confidence: 'medium' as const,
      reason: 'Counted from the birthdays of the buyer, the spouse and the other drivers.',
    }
  )
}

/** Only what follows from other answers. We never guess habits, assets or history. */
const COUNTED: Partial<Record<UmbrellaFieldName, InferenceRule<Household>>> = {
  drivers_under_22: (household, today) => driversWho(household, day => day > plusYears(today, -22)),
  drivers_over_70: (household, today) => driversWho(household, day => day <= plusYears(today, -71)),
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

/** Once everything required is known, so that nothing is assumed while answers still arrive. */
export const withServiceEstimates = (household: Household, today: string): Household => {
  const counted = withInferences(household, COUNTED, today)
  const isAnswered = openForReview(counted).length === 0
  return withInferences(counted, { additional_drivers: () => (isAnswered ? NOBODY_ELSE : null) }, today)
}
