import { isObject } from '../lib/is-object.ts'
import { type LineName, lineNames } from '../lines.ts'
import { isText, readList, type Stop } from './list-file.ts'

type SurplusBroker = { number: string; expires: string; broker?: string }

export type License = {
  state: string
  lines: readonly LineName[]
  number: string
  npn: string
  expires: string
  /** The surplus lines broker in this state. Without a name, the agency itself. */
  surplus_lines: SurplusBroker | null
  /** Ids of carriers that appointed the agency in this state. Null: the state or the agency keeps no such list. */
  appointments: readonly string[] | null
}

type Rule = (value: unknown) => boolean

const isListOf =
  (rule: Rule): Rule =>
  value =>
    Array.isArray(value) && value.length > 0 && value.every(rule)

const isDay: Rule = value =>
  isText(value) &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value

const isNumber: Rule = value => isText(value) && /^[A-Za-z0-9][A-Za-z0-9 .-]{1,29}$/.test(value)

const isSurplusLicense: Rule = value => {
  if (!isObject(value)) return false
  const { number, expires, broker = 'the agency', ...others } = value
  const isName = isText(broker) && /^[^\p{C}]{2,100}$/u.test(broker)
  return isNumber(number) && isDay(expires) && isName && Object.keys(others).length === 0
}

const FIELDS: Readonly<Record<keyof License, readonly [rule: Rule, words: string]>> = {
  state: [
    value => isText(value) && /^[A-Z]{2}$/.test(value),
    'state must be a two-letter code, such as "CA"',
  ],
  lines: [
    isListOf(value => lineNames.some(line => line === value)),
    `lines must list ${lineNames.map(line => `"${line}"`).join(' or ')}`,
  ],
  number: [isNumber, 'number must be the license number, 2 to 30 letters and digits'],
  npn: [
    value => isText(value) && /^\d{1,10}$/.test(value),
    'npn must be the National Producer Number, up to 10 digits in quotes',
  ],
  expires: [isDay, 'expires must be a date, such as "2027-09-30"'],
  surplus_lines: [
    value => value === undefined || isSurplusLicense(value),
    'surplus_lines must have number and expires of the surplus lines broker license, and broker if that is not you, or be left out',
  ],
  appointments: [
    value => value === undefined || isListOf(id => isText(id) && /^[a-z][a-z0-9-]{1,39}$/.test(id))(value),
    'appointments must list ids of CARRIERS_FILE, or be left out',
  ],
}

const problemOf = (entry: Record<string, unknown>): string | undefined => {
  const unknown = Object.keys(entry).find(field => !Object.hasOwn(FIELDS, field))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a field`
  return Object.entries(FIELDS).find(([field, [rule]]) => !rule(entry[field]))?.[1][1]
}

const licenseOf = (entry: unknown, at: number, stop: Stop): License => {
  const problem = isObject(entry) ? problemOf(entry) : 'it must be an object'
  if (problem !== undefined) stop(`LICENSES_FILE entry ${at + 1}: ${problem}.`)
  const { appointments = null, surplus_lines = null, ...rest } = entry as License & Partial<License>
  return { ...rest, surplus_lines, appointments }
}

export const readLicensesFile = (path: string, stop: Stop): License[] =>
  readList('LICENSES_FILE', path, stop).map((entry, at) => licenseOf(entry, at, stop))

export type RuleReview = { state: string; reviewed_by: string; reviewed_at: string }

const isReview = (entry: unknown): entry is RuleReview =>
  isObject(entry) &&
  FIELDS.state[0](entry.state) &&
  isText(entry.reviewed_by) &&
  /^[^\p{C}]{2,100}$/u.test(entry.reviewed_by) &&
  isDay(entry.reviewed_at) &&
  Object.keys(entry).length === 3

/** Which states' rules the agency's counsel signed off, and when. */
export const readRuleReviews = (path: string, stop: Stop): RuleReview[] =>
  readList('RULE_REVIEWS_FILE', path, stop).map((entry, at) =>
    isReview(entry)
      ? entry
      : stop(
          `RULE_REVIEWS_FILE entry ${at + 1} must have state, such as "CA", reviewed_by, and reviewed_at, such as "2026-09-30", and nothing else.`,
        ),
  )
