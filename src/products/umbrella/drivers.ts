import { plusYears } from '../../platform/values/calendar.ts'
import type { UmbrellaAnswers } from './fields.ts'

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
