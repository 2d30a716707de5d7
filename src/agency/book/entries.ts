import { isObject } from '../../platform/lib/is-object.ts'
import { LINES, type LineName, lineNames } from '../../platform/lines.ts'
import { isDay, isPeriodTooLong } from '../../platform/values/calendar.ts'
import { signedCentsIn } from '../../platform/values/money.ts'
import { holdsForbiddenNumber } from '../../platform/values/personal-text.ts'
import { LIMIT_NAMES, type LimitName } from '../carriers/contract/limit-names.ts'

/** What a file can tell of a policy that was sold elsewhere, as CSV names it. Other formats are read into the same names. */
export const bookColumns = {
  policy_number: { label: 'Policy number', most: 60, isRequired: true },
  line: { label: 'Line', most: 60, isRequired: true },
  carrier: { label: 'Insurance company', most: 100, isRequired: true },
  full_name: { label: 'Full name', most: 200, isRequired: true },
  email: { label: 'Email', most: 254 },
  phone: { label: 'Phone', most: 40 },
  street: { label: 'Street', most: 200, isRequired: true },
  city: { label: 'City', most: 100, isRequired: true },
  state: { label: 'State', most: 40, isRequired: true },
  zip: { label: 'ZIP code', most: 10, isRequired: true },
  effective_date: { label: 'Starts', most: 40, isRequired: true },
  expiration_date: { label: 'Ends', most: 40, isRequired: true },
  annual_premium: { label: 'Premium a year', most: 20, isRequired: true },
  dwelling_limit: { label: 'Dwelling limit', most: 20 },
  liability_limit: { label: 'Liability limit', most: 20 },
  deductible: { label: 'Deductible', most: 20 },
  mortgagee: { label: 'Lender', most: 200 },
  loan_number: { label: 'Loan number', most: 60 },
} as const satisfies Record<string, { label: string; most: number; isRequired?: true }>

export type BookColumn = keyof typeof bookColumns

export const bookColumnNames = Object.keys(bookColumns) as BookColumn[]

export type BookValues = Partial<Record<BookColumn, string>>

/** A policy that was sold elsewhere, as a file states it. */
export type BookEntry = {
  line: LineName
  policy_number: string
  carrier: string
  effective_date: string
  expiration_date: string
  premium_cents: number
  /** In whole dollars. */
  limits: Partial<Record<LimitName, number>>
  lender: { name: string; loan_number?: string } | null
  /** Who and where, by the names of the application’s questions. Each line reads them with its own rules. */
  answers: Partial<
    Record<'full_name' | 'email' | 'phone_number' | 'street' | 'city' | 'state' | 'zip', string>
  >
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A carrier’s name, or a policy number, however it is written. */
export const sameText = (one: string, other: string): boolean => plain(one) === plain(other)

export const keyOfEntry = ({ line, carrier, policy_number, effective_date }: BookEntry) => ({
  line,
  carrier: plain(carrier),
  policy_number: plain(policy_number),
  effective_date,
})

const lineIn = (text: string): LineName | null =>
  lineNames.find(
    name => name === plain(text) || LINES[name].alsoCalled.some(one => plain(one) === plain(text)),
  ) ?? null

const dayIn = (text: string): string | null => {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(text)
  const day = iso ? iso.slice(1, 4).join('-') : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

const MOST_DOLLARS = 100_000_000

const centsIn = (text: string): number | null => {
  const cents = signedCentsIn(text)
  return cents !== null && cents >= 0 && cents <= MOST_DOLLARS * 100 ? cents : null
}

/** A spreadsheet’s apostrophe before what would be a formula is not part of the text. */
const textIn = (text: string): string =>
  text
    .replace(/^'(?=[=+\-@])/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const NUMBERS: readonly BookColumn[] = ['policy_number', 'loan_number', 'phone']

const textProblem = (name: BookColumn, text: string): string | null => {
  const { most } = bookColumns[name]
  if (text.length > most) return `${name} is longer than ${most} characters. Shorten it.`
  if (/[\p{C}\uFFFD]/u.test(text))
    return `${name} has characters that are not text. Save the file as UTF-8, and remove them.`
  return !NUMBERS.includes(name) && holdsForbiddenNumber(text)
    ? `${name} has a Social Security or card number in it. Remove it: it is never kept here.`
    : null
}

const SOLD = lineNames.map(name => LINES[name].title.toLowerCase()).join(' and ')

const day = (values: BookValues, name: 'effective_date' | 'expiration_date', problems: string[]): string => {
  const found = dayIn(values[name] ?? '')
  if (values[name] && found === null)
    problems.push(`${name} is not a date. Write it as 2026-01-31 or 1/31/2026.`)
  return found ?? ''
}

const amount = (values: BookValues, name: BookColumn, problems: string[]): number | null => {
  const text = values[name]
  if (!text) return null
  const cents = centsIn(text)
  if (cents === null) problems.push(`${name} is not an amount in dollars. Write it like 1,250.50.`)
  return cents
}

/** A liability limit is that of the home, or the umbrella itself. */
const LIMITS: readonly [BookColumn, LimitName][] = [
  ['dwelling_limit', 'dwelling_coverage'],
  ['liability_limit', 'personal_liability'],
  ['liability_limit', 'coverage_limit'],
  ['deductible', 'deductible'],
]

const limitsOf = (line: LineName, values: BookValues, problems: string[]): BookEntry['limits'] => {
  const ofLine: readonly LimitName[] = LIMIT_NAMES[line]
  return Object.fromEntries(
    LIMITS.filter(([, limit]) => ofLine.includes(limit)).flatMap(([name, limit]) => {
      const cents = amount(values, name, problems)
      return cents ? [[limit, Math.round(cents / 100)]] : []
    }),
  )
}

/** The policy, or what is wrong with it and what to do, in a sentence for each problem. */
export const readEntry = (raw: BookValues): BookEntry | string[] => {
  const values: BookValues = Object.fromEntries(
    bookColumnNames.flatMap(name => {
      const text = textIn(raw[name] ?? '')
      return text === '' ? [] : [[name, text]]
    }),
  )
  const problems = bookColumnNames.flatMap(name => {
    const text = values[name]
    if (text !== undefined) return textProblem(name, text) ?? []
    return 'isRequired' in bookColumns[name] ? `${name} is missing. Add it, or leave the policy out.` : []
  })
  const line = values.line === undefined ? null : lineIn(values.line)
  if (values.line !== undefined && line === null)
    problems.push(`line is not ${SOLD}, and nothing else is kept here. Leave the policy out.`)
  const effective_date = day(values, 'effective_date', problems)
  const expiration_date = day(values, 'expiration_date', problems)
  if (effective_date && expiration_date && expiration_date <= effective_date)
    problems.push('expiration_date is not after effective_date. Correct one of them.')
  else if (effective_date && expiration_date && isPeriodTooLong(effective_date, expiration_date))
    problems.push('expiration_date is more than two years after effective_date. Enter the current term only.')
  const premium_cents = amount(values, 'annual_premium', problems) ?? 0
  const limits = line ? limitsOf(line, values, problems) : {}
  if (line === null || problems.length > 0) return problems
  const { policy_number = '', carrier = '', phone, mortgagee, loan_number } = values
  const { full_name, email, street, city, state, zip } = values
  const answers = { full_name, email, phone_number: phone, street, city, state, zip }
  return {
    line,
    policy_number,
    carrier,
    effective_date,
    expiration_date,
    premium_cents,
    limits,
    lender: mortgagee === undefined ? null : { name: mortgagee, ...(loan_number && { loan_number }) },
    answers: Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined)),
  }
}

/** Our column for each of theirs, from a heading and what someone said of it. */
export const mappedColumns = (
  heading: readonly string[],
  mapping: Readonly<Record<string, string>>,
): (BookColumn | null)[] => {
  const ours = new Map(bookColumnNames.map(name => [plain(mapping[name] ?? name), name]))
  return heading.map(name => ours.get(plain(name)) ?? null)
}

export const missingColumns = (columns: readonly (BookColumn | null)[]): BookColumn[] =>
  bookColumnNames.filter(name => 'isRequired' in bookColumns[name] && !columns.includes(name))

/** JSON that names their column for each of ours, or what is wrong with it. */
export const readMapping = (text: string): Record<string, string> | string => {
  const EXAMPLE = 'Write it like {"full_name": "Insured", "annual_premium": "Premium"}.'
  try {
    const mapping: unknown = JSON.parse(text)
    if (!isObject(mapping)) return `A mapping is one JSON object. ${EXAMPLE}`
    for (const [name, theirs] of Object.entries(mapping)) {
      if (!Object.hasOwn(bookColumns, name))
        return `${name} is not a column of ours. They are ${bookColumnNames.join(', ')}.`
      if (typeof theirs !== 'string') return `${name} does not name a column of the file. ${EXAMPLE}`
    }
    return mapping as Record<string, string>
  } catch {
    return `This is not JSON. ${EXAMPLE}`
  }
}
