import { plusYears } from '../../platform/values/calendar.ts'
import { usd } from '../../platform/values/money.ts'
import type { EstimatedRow } from '../../platform/values/sourced.ts'
import type { InferenceRule } from '../line/fields/infer.ts'
import type { Suggestion } from '../line/reviewed-purchase/reviewed-line.ts'
import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

export const isUnder22 = (birthday: string, today: string): boolean => birthday > plusYears(today, -22)

export const isOver70 = (birthday: string, today: string): boolean => birthday <= plusYears(today, -71)

export const ownBirthdays = ({
  birthday,
  marital_status,
  spouse_birthday,
}: UmbrellaAnswers): string[] | null => {
  if (marital_status === undefined || birthday === undefined) return null
  if (marital_status !== 'married') return [birthday]
  return spouse_birthday === undefined ? null : [birthday, spouse_birthday]
}

export const othersCounted = (answers: UmbrellaAnswers, today: string): number => {
  const own = ownBirthdays(answers)
  if (own === null) return 0
  const { drivers_under_22 = 0, drivers_over_70 = 0 } = answers
  const young = own.filter(day => isUnder22(day, today)).length
  const old = own.filter(day => isOver70(day, today)).length
  return Math.max(0, drivers_under_22 - young) + Math.max(0, drivers_over_70 - old)
}

const certainBirthdays = ({
  birthday,
  marital_status,
  spouse_birthday,
  spouse_license_number,
  additional_drivers = [],
}: UmbrellaAnswers): (string | undefined)[] => [
  birthday,
  ...(marital_status === 'married' && spouse_license_number !== undefined ? [spouse_birthday] : []),
  ...additional_drivers.map(driver => driver.birthday),
]

export const certainDrivers = (answers: UmbrellaAnswers, isCounted: (birthday: string) => boolean): number =>
  certainBirthdays(answers).filter(birthday => birthday !== undefined && isCounted(birthday)).length

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

const MILLION = 1_000_000

const seldom = (what: string) => (): Suggestion => ({
  value: 0,
  reason: `Most households have no ${what}. Ask before sending this.`,
})

export const suggestions: Partial<
  Record<UmbrellaFieldName, (answers: UmbrellaAnswers) => Suggestion | null>
> = {
  desired_coverage_limit: ({ net_worth_numeric }) => {
    if (net_worth_numeric === undefined) return null
    const value = Math.min(10, Math.max(1, Math.ceil(net_worth_numeric / MILLION))) * MILLION
    return { value, reason: `Close to the household’s net worth of ${usd(net_worth_numeric)}.` }
  },
  motorcycles: seldom('motorcycle'),
  antique_vehicles: seldom('antique vehicle'),
  jet_skis: seldom('jet ski'),
  large_watercraft: seldom('large boat'),
  non_us_property_count: seldom('home abroad'),
}
