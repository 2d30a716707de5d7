import type {
  Read,
  ReadAmount,
  ReadDeclarations,
  ReadLimit,
} from '../../../agency/documents/read-declarations.ts'
import { coverageLabels } from '../../../agency/policies/declarations/compare.ts'
import type { IssuedTerms } from '../../../agency/policies/versions.ts'
import { cents, choice, day, type FormField, line, paragraph } from '../../../platform/forms/field-kinds.ts'
import { type Form, form } from '../../../platform/forms/form.ts'
import { centsIn, usdCents } from '../../../platform/values/money.ts'

const optional = { optional: true } as const

const NAMES = 'Named insureds, as printed'

const asked = {
  insureds: line(NAMES, { hint: 'With a semicolon between two names.', ...optional }),
  property: line('Insured property, as printed', { hint: 'Street, city, state ZIP code', ...optional }),
  policy_number: line('Policy number', { most: 80, ...optional }),
  from: day('Starts', optional),
  to: day('Ends', optional),
  roof: choice(
    'Roof settlement',
    [
      { value: '', label: 'Not stated' },
      { value: 'replacement_cost', label: 'Replacement cost' },
      { value: 'actual_cash_value', label: 'Actual cash value' },
    ],
    optional,
  ),
  mortgagees: paragraph('Mortgagees', {
    most: 1000,
    hint: 'One on each line: the name, a semicolon, the loan number.',
    ...optional,
  }),
  premium_cents: cents('Premium of the period', optional),
}

const why = {
  reason: line('Why you corrected it', {
    hint: 'Only staff can read it.',
    missing: 'Enter why you corrected it.',
  }),
}

const said = form({ ...asked, ...why })

const PREFIX = 'limit_'

const amountWords = (amount: ReadAmount): string =>
  'cents' in amount ? usdCents(amount.cents) : `${amount.percent}%`

const amountIn = (text: string): ReadAmount | null => {
  const [, percent] = /^(\d{1,2}(?:\.\d{1,2})?)\s?%$/.exec(text) ?? []
  if (percent !== undefined) return { percent: Number(percent) }
  const value = centsIn(text)
  return value === null ? null : { cents: value }
}

const amount = (label: string): FormField<ReadAmount> => ({
  ...line(label, { hint: 'Dollars, or a percent of the dwelling limit.', most: 20, ...optional }),
  read: text => {
    const value = amountIn(text)
    return value ? { value } : { problem: `${label} must be an amount such as $25,000 or 2%.` }
  },
})

type Amounts = Readonly<Record<string, FormField<ReadAmount>>>

const amountsOf = (read: ReadDeclarations, terms: IssuedTerms): Amounts =>
  Object.fromEntries(coverageLabels(read, terms).map(([name, label]) => [PREFIX + name, amount(label)]))

export const correctForm = (read: ReadDeclarations, terms: IssuedTerms): Form =>
  form({ ...asked, ...amountsOf(read, terms), ...why })

const lenderLine = ({ name, loan_number }: ReadDeclarations['mortgagees'][number]): string =>
  [name.value, loan_number?.value].filter(Boolean).join('; ')

export const givenIn = (read: ReadDeclarations): Record<string, string> => {
  const shown = {
    insureds: read.insureds.map(({ value }) => value).join('; '),
    property: read.property?.value,
    policy_number: read.policy_number?.value,
    from: read.from?.value,
    to: read.to?.value,
    roof: read.roof?.value,
    mortgagees: read.mortgagees.map(lenderLine).join('\n'),
    premium_cents: read.premium_cents && (read.premium_cents.value / 100).toFixed(2),
    ...Object.fromEntries(
      Object.entries(read.limits).map(([name, { value }]) => [PREFIX + name, amountWords(value)]),
    ),
  }
  return Object.fromEntries(Object.entries(shown).flatMap(([name, text]) => (text ? [[name, text]] : [])))
}

const entered = <V>(value: V | undefined): Read<V> | null =>
  value === undefined ? null : { value, at: null }

/** A value that was left as it was read keeps its place on the page. */
const keepingPlaces = (now: ReadDeclarations, before: ReadDeclarations): ReadDeclarations => {
  const kept = <V>(read: Read<V> | null, earlier: Read<V> | null | undefined): Read<V> | null =>
    read && earlier && JSON.stringify(earlier.value) === JSON.stringify(read.value) ? earlier : read
  return {
    ...now,
    insureds: now.insureds.map(one => before.insureds.find(({ value }) => value === one.value) ?? one),
    property: kept(now.property, before.property),
    policy_number: kept(now.policy_number, before.policy_number),
    from: kept(now.from, before.from),
    to: kept(now.to, before.to),
    roof: kept(now.roof, before.roof),
    premium_cents: kept(now.premium_cents, before.premium_cents),
    limits: Object.fromEntries(
      Object.entries(now.limits).map(([name, one]) => [name, kept(one, before.limits[name as ReadLimit])]),
    ),
    mortgagees: now.mortgagees.map(
      one => before.mortgagees.find(earlier => lenderLine(earlier) === lenderLine(one)) ?? one,
    ),
  }
}

const partsOf = (text: string | undefined, between: string): string[] =>
  (text ?? '')
    .split(between)
    .map(part => part.trim())
    .filter(part => part !== '')

export type Corrected = { read: ReadDeclarations; reason: string }

export const takeCorrection = (
  sent: URLSearchParams,
  { read: before, terms }: { read: ReadDeclarations; terms: IssuedTerms },
): Corrected => {
  correctForm(before, terms).take(sent)
  const { insureds, property, policy_number, from, to, mortgagees, ...more } = said.take(sent)
  const amounts = form(amountsOf(before, terms)).take(sent)
  const limits = Object.entries(amounts).map(([name, value]) => [
    name.slice(PREFIX.length),
    { value, at: null },
  ])
  const now: ReadDeclarations = {
    insureds: partsOf(insureds, ';').map(value => ({ value, at: null })),
    property: entered(property),
    policy_number: entered(policy_number),
    from: entered(from),
    to: entered(to),
    limits: Object.fromEntries(limits),
    roof: entered(more.roof),
    mortgagees: partsOf(mortgagees, '\n').flatMap(text => {
      const [name = '', loan] = partsOf(text, ';')
      return name === '' ? [] : [{ name: { value: name, at: null }, loan_number: entered(loan) }]
    }),
    premium_cents: entered(more.premium_cents),
  }
  return { read: keepingPlaces(now, before), reason: more.reason }
}
