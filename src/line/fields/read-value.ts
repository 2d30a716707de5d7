import type { FieldProblem } from '../../errors.ts'
import { closest } from '../../http/field-problems.ts'
import { parseEmail } from '../../lib/email-address.ts'
import { autoLimitsText, readAutoLimits } from '../../rating/auto-limits.ts'
import { outsideTheStates, territoryOf } from '../../rating/territory.ts'
import { isDay } from './calendar.ts'
import type { Field } from './field.ts'
import { dollarsIn, usd } from './money.ts'
import { stateCode, stateNames } from './us-states.ts'

export type Refusal = Omit<FieldProblem, 'path'>

export type Read = { kind: 'value'; value: string | number | boolean } | { kind: 'refused'; refusal: Refusal }

const value = (read: string | number | boolean): Read => ({ kind: 'value', value: read })

const refuse = (problem: string, expected: string, meant?: string): Read => ({
  kind: 'refused',
  refusal: { problem, expected, ...(meant !== undefined && { did_you_mean: meant }) },
})

const wrongType = (expected: string): Read => refuse('has the wrong type', expected)

const readText = (raw: unknown, maxLength: number): Read => {
  if (typeof raw !== 'string') return wrongType('a string')
  const text = raw.trim()
  if (text === '') return refuse('is blank', 'some text, or null to clear it')
  if (text.length > maxLength) return refuse('is too long', `at most ${maxLength} characters`)
  if (/\p{Cc}/u.test(text)) return refuse('holds control characters', 'plain text on one line')
  return value(text)
}

const readDate = (raw: unknown, yearAlone: boolean): Read => {
  const expected = yearAlone ? 'an ISO date, YYYY-MM-DD, or a year' : 'an ISO date, YYYY-MM-DD'
  if (typeof raw !== 'string' && typeof raw !== 'number') return wrongType(expected)
  const text = String(raw).trim()
  if (yearAlone && /^\d{4}$/.test(text)) return readDate(`${text}-01-01`, false)
  if (!yearAlone && /^\d{1,4}$/.test(text)) return refuse('is a number, not a day', expected)
  if (!isDay(text)) return refuse('is not a date', expected)
  return text >= '1600-01-01' && text < '2200-01-01' ? value(text) : refuse('is out of range', expected)
}

const readInteger = (raw: unknown, { minimum, maximum }: { minimum: number; maximum: number }): Read => {
  const expected = `an integer from ${minimum} to ${maximum}`
  const number = typeof raw === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return wrongType(expected)
  if (number < minimum) return refuse('is too small', expected)
  return number > maximum ? refuse('is too large', expected) : value(number)
}

type Money = Extract<Field, { kind: 'money' }>

const readMoney = (raw: unknown, { minimum, maximum, step }: Money): Read => {
  const steps = step === 1 ? '' : `, in steps of ${usd(step)}`
  const expected = `whole dollars from ${usd(minimum)} to ${usd(maximum)}${steps}`
  const amount = dollarsIn(raw)
  if (amount === null) return wrongType(expected)
  if (amount < minimum) return refuse('is too small', expected)
  if (amount > maximum) return refuse('is too large', expected)
  const next = Math.ceil(amount / step) * step
  return amount === next ? value(amount) : refuse('lies between two steps', expected, String(next))
}

const readLimits = (raw: unknown): Read => {
  const expected = 'three limits in thousands, person_accident_property, such as 250_500_100'
  const limits = typeof raw === 'string' ? readAutoLimits(raw) : null
  if (limits === null) return refuse('has the wrong form', expected)
  return limits.accident < limits.person
    ? refuse('has a limit per accident below the limit per person', expected)
    : value(autoLimitsText(limits))
}

type Choice = Extract<Field, { kind: 'choice' }>

const readChoice = (raw: unknown, { values, synonyms }: Choice): Read => {
  const expected = values.join(', ')
  if (typeof raw !== 'string') return wrongType(`one of ${expected}`)
  const text = Object.hasOwn(synonyms, raw) ? synonyms[raw] : raw
  return text !== undefined && values.includes(text)
    ? value(text)
    : refuse('is not one of the allowed values', expected, closest(raw.slice(0, 60), values))
}

const readState = (raw: unknown): Read => {
  const expected = 'one of the 50 states or DC: its two-letter code or its name'
  if (typeof raw !== 'string') return wrongType(expected)
  const code = stateCode(raw)
  return code === undefined
    ? refuse('is not a state', expected, raw.length > 3 ? closest(raw.slice(0, 60), stateNames) : undefined)
    : value(code)
}

const readZip = (raw: unknown): Read => {
  const expected = 'a five-digit ZIP code of the 50 states or DC, as a string'
  if (typeof raw !== 'string') return wrongType(expected)
  const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(raw)?.[1]
  if (zip === undefined) return refuse('has the wrong form', expected)
  const outside = outsideTheStates(zip)
  if (outside) return refuse(`is in ${outside}, which is not served`, expected)
  return territoryOf(zip) ? value(zip) : refuse('is not a known ZIP code', expected)
}

const readEmail = (raw: unknown): Read => {
  const email = typeof raw === 'string' ? parseEmail(raw) : null
  return email === null ? refuse('is not an email address', 'name@example.com') : value(email)
}

const readPhone = (raw: unknown): Read => {
  const expected = 'a phone number of 10 to 15 digits, like 415-555-0100'
  if (typeof raw !== 'string') return wrongType(expected)
  const text = raw.trim()
  const digits = text.replaceAll(/\D/g, '').length
  return /^[+\d][\d\s().-]*$|^\([\d\s().-]*$/.test(text) && digits >= 10 && digits <= 15 && text.length <= 40
    ? value(text)
    : refuse('is not a phone number', expected)
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i

const readTime = (raw: unknown): Read => {
  const day = typeof raw === 'string' ? TIME.exec(raw)?.[1] : undefined
  return day !== undefined && isDay(day) && !Number.isNaN(Date.parse(raw as string))
    ? value(raw as string)
    : refuse('is not a time', 'an RFC 3339 time or an ISO date')
}

type Plain = Exclude<Field, { kind: 'list' }>

/** A value in the form that is stored, or what is wrong with it in words. The value itself is never repeated. */
export const readValue = (field: Plain, raw: unknown): Read => {
  switch (field.kind) {
    case 'text':
      return readText(raw, field.maxLength)
    case 'date':
      return readDate(raw, field.yearAlone)
    case 'integer':
      return readInteger(raw, field)
    case 'money':
      return readMoney(raw, field)
    case 'auto_limits':
      return readLimits(raw)
    case 'boolean':
      return typeof raw === 'boolean' ? value(raw) : wrongType('true or false')
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
