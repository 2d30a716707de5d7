import { daysBetween } from '../lib/clock.ts'
import { dayIn } from '../lib/local-day.ts'
import type { LineName } from '../lines.ts'
import { isCurrent } from './agency.ts'
import type { License } from './licenses-file.ts'

export const WARNING_DAYS = [60, 30, 7] as const

export type LicenseWarning = {
  state: string
  line: LineName
  number: string
  expires: string
  daysLeft: number
  notice: (typeof WARNING_DAYS)[number] | 0
}

const daysLeft = ({ state, expires }: License, now: Date): number =>
  Math.round(daysBetween(dayIn(state, now), expires))

const noticeOf = (license: License, now: Date): LicenseWarning['notice'] | null => {
  if (!isCurrent(license, now)) return 0
  return WARNING_DAYS.findLast(days => daysLeft(license, now) <= days) ?? null
}

const lastFor = (licenses: readonly License[], state: string, line: LineName): License | undefined =>
  licenses
    .filter(license => license.state === state && license.lines.includes(line))
    .toSorted((a, b) => (a.expires < b.expires ? 1 : -1))[0]

export const licenseWarnings = (licenses: readonly License[] | null, now: Date): LicenseWarning[] => {
  const places = (licenses ?? []).flatMap(({ state, lines }) => lines.map(line => ({ state, line })))
  const unique = places.filter(
    (place, at) => places.findIndex(({ state, line }) => state === place.state && line === place.line) === at,
  )
  return unique
    .flatMap(({ state, line }) => {
      const license = lastFor(licenses ?? [], state, line)
      const notice = license ? noticeOf(license, now) : null
      if (!license || notice === null) return []
      const { number, expires } = license
      return [{ state, line, number, expires, daysLeft: daysLeft(license, now), notice }]
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft)
}

const whenWords = (days: number): string => {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

export const warningWords = ({ state, line, number, expires, daysLeft: days }: LicenseWarning): string => {
  const license = `The ${line} license ${number} in ${state}`
  if (days < 0) return `${license} expired after ${expires}. Nothing can be sold there until it is renewed.`
  return `${license} ends ${whenWords(days)}, on ${expires}. Renew it and update LICENSES_FILE.`
}
