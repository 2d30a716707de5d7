import { autoLimitsText, readAutoLimits } from '../../../agency/rating/auto-limits.ts'
import { outsideTheStates, territoryOf } from '../../../agency/rating/territory.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import { closest } from '../../../platform/lib/closest.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { isPlainLine } from '../../../platform/lib/plain-line.ts'
import type { ProblemCode } from '../../../platform/problem-catalog.ts'
import { isDay } from '../../../platform/values/calendar.ts'
import { dollarsIn, usd } from '../../../platform/values/money.ts'
import { stateCode, stateNames } from '../../../platform/values/us-states.ts'
import type { Field } from './field.ts'

export type Refusal = Omit<FieldProblem, 'path'>

export type Read<V = string | number | boolean> =
  | { kind: 'value'; value: V }
  | { kind: 'refused'; refusal: Refusal }

const value = <V>(read: V): Read<V> => ({ kind: 'value', value: read })

const refuse = (code: ProblemCode, expected: string, more: Partial<Refusal> = {}): Read<never> => ({
  kind: 'refused',
  refusal: { code, expected, ...more },
})

const meant = (did_you_mean: string | undefined): Partial<Refusal> =>
  did_you_mean === undefined ? {} : { did_you_mean }

const wrongType = (expected: string): Read<never> => refuse('wrong_type', expected)

/** Some states print a space, a hyphen or an asterisk in a license number. A masked number has dots. */
const FORMS = {
  any: null,
  name: { pattern: /\p{L}/u, expected: 'a name, with letters' },
  number: {
    pattern: /^(?=.*[a-z0-9•])[a-z0-9 *•-]+$/i,
    expected: 'the number as printed, in letters and digits',
  },
}

const readText = (raw: unknown, { maxLength, form }: Extract<Field, { kind: 'text' }>): Read => {
  if (typeof raw !== 'string') return wrongType('a string')
  const text = raw.trim().replaceAll(/ {2,}/g, ' ')
  if (text === '') return refuse('blank', 'some text, or null to clear it')
  if (text.length > maxLength) return refuse('too_long', `at most ${maxLength} characters`)
  if (!isPlainLine(text)) return refuse('control_characters', 'plain text on one line')
  const known = FORMS[form]
  return known && !known.pattern.test(text) ? refuse('wrong_format', known.expected) : value(text)
}

const readDate = (raw: unknown, yearAlone: boolean): Read => {
  const expected = yearAlone ? 'an ISO date, YYYY-MM-DD, or a year' : 'an ISO date, YYYY-MM-DD'
  if (typeof raw !== 'string' && typeof raw !== 'number') return wrongType(expected)
  const text = String(raw).trim()
  if (yearAlone && /^\d{4}$/.test(text)) return readDate(`${text}-01-01`, false)
  if (!yearAlone && /^\d{1,4}$/.test(text)) return refuse('bad_date', expected)
  if (!isDay(text)) return refuse('bad_date', expected)
  return text >= '1600-01-01' && text < '2200-01-01'
    ? value(text)
    : refuse('out_of_range', 'a date from 1600-01-01 to 2199-12-31')
}

const readInteger = (raw: unknown, { minimum, maximum }: { minimum: number; maximum: number }): Read => {
  const expected = `an integer from ${minimum} to ${maximum}`
  const text =
    typeof raw === 'string' ? raw.replace(/^\s*\$/, '').replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '') : ''
  const number = /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return wrongType(expected)
  if (number < minimum) return refuse('too_small', expected)
  return number > maximum ? refuse('too_large', expected) : value(number)
}

type Money = Extract<Field, { kind: 'money' }>

const readMoney = (raw: unknown, { minimum, maximum, step }: Money): Read => {
  const steps = step === 1 ? '' : `, in steps of ${usd(step)}`
  const expected = `whole dollars from ${usd(minimum)} to ${usd(maximum)}${steps}`
  const amount = dollarsIn(raw)
  if (amount === null) return wrongType(expected)
  if (amount < minimum) return refuse('too_small', expected)
  if (amount > maximum) return refuse('too_large', expected)
  const next = Math.ceil(amount / step) * step
  return amount === next ? value(amount) : refuse('between_steps', expected, meant(String(next)))
}

const readLimits = (raw: unknown): Read => {
  const expected = 'three limits in thousands, person_accident_property, such as 250_500_100'
  const limits = typeof raw === 'string' ? readAutoLimits(raw) : null
  if (limits === null) return refuse('wrong_format', expected)
  return limits.accident < limits.person ? refuse('limits_reversed', expected) : value(autoLimitsText(limits))
}

type Choice = Extract<Field, { kind: 'choice' }>

const readChoice = (raw: unknown, { values, synonyms }: Choice): Read => {
  const expected = values.join(', ')
  if (typeof raw !== 'string') return wrongType(`one of ${expected}`)
  const plain = raw
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const spelled = [raw, plain].find(word => values.includes(word) || Object.hasOwn(synonyms, word)) ?? raw
  const text = Object.hasOwn(synonyms, spelled) ? synonyms[spelled] : spelled
  return text !== undefined && values.includes(text)
    ? value(text)
    : refuse('not_in_enum', expected, meant(closest(raw.slice(0, 60), values)))
}

export const readState = (raw: unknown): Read<string> => {
  const expected = 'one of the 50 states or DC: its two-letter code or its name'
  if (typeof raw !== 'string') return wrongType(expected)
  const code = stateCode(raw)
  return code === undefined
    ? refuse(
        'not_a_state',
        expected,
        meant(raw.length > 3 ? closest(raw.slice(0, 60), stateNames) : undefined),
      )
    : value(code)
}

const readZip = (raw: unknown): Read => {
  const expected = 'a five-digit ZIP code of the 50 states or DC, as a string in quotes'
  if (typeof raw !== 'string') return wrongType(expected)
  const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(raw)?.[1]
  if (zip === undefined) return refuse('wrong_format', expected)
  const outside = outsideTheStates(zip)
  if (outside) return refuse('place_not_served', expected, { facts: { place: outside } })
  return territoryOf(zip) ? value(zip) : refuse('unknown_zip', expected)
}

const readEmail = (raw: unknown): Read => {
  const email = typeof raw === 'string' ? parseEmail(raw) : null
  return email === null ? refuse('bad_email', 'name@example.com') : value(email)
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

const readBoolean = (raw: unknown): Read => {
  const said = typeof raw === 'string' ? YES_OR_NO[raw.trim().toLowerCase()] : raw
  return typeof said === 'boolean' ? value(said) : wrongType('true or false')
}

const readPhone = (raw: unknown): Read => {
  const expected = 'a phone number of 10 to 15 digits, like 415-555-0100'
  if (typeof raw !== 'string') return wrongType(expected)
  const text = raw.trim()
  const digits = text.replaceAll(/\D/g, '').length
  return /^[+\d][\d\s().-]*$|^\([\d\s().-]*$/.test(text) && digits >= 10 && digits <= 15 && text.length <= 40
    ? value(text)
    : refuse('bad_phone', expected)
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i

const readTime = (raw: unknown): Read => {
  const day = typeof raw === 'string' ? TIME.exec(raw)?.[1] : undefined
  return day !== undefined && isDay(day) && !Number.isNaN(Date.parse(raw as string))
    ? value(raw as string)
    : refuse('bad_time', 'an RFC 3339 time or an ISO date')
}

type Plain = Exclude<Field, { kind: 'list' }>

/** Returns the value as stored, or what is wrong with it. A problem never repeats the value. */
export const readValue = (field: Plain, raw: unknown): Read => {
  switch (field.kind) {
    case 'text':
      return readText(raw, field)
    case 'date':
      return readDate(raw, field.yearAlone)
    case 'integer':
      return readInteger(raw, field)
    case 'money':
      return readMoney(raw, field)
    case 'auto_limits':
      return readLimits(raw)
    case 'boolean':
      return readBoolean(raw)
    case 'choice':
      return readChoice(raw, field)
    case 'state':
      return readState(raw)
    case 'zip':
      return readZip(raw)
    case 'email':
      return readEmail(raw)
    case 'phone':
      return readPhone(raw)
    case 'time':
      return readTime(raw)
  }
}
