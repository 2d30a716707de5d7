import { endOfDay } from '../../../agency/policies/coverage-start.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { type DeskEntry, type EntryValues, readEntries, textAt } from './entries.ts'
import { paymentProblems, paymentSections, paymentTermsOf } from './payment-entries.ts'

export type EntrySection = { title: string; entries: readonly DeskEntry[]; isFolded?: true }

export type OfferContext = { creditAllowed: boolean; state: string; today: string }

export type OfferForm = {
  sections(context: OfferContext): readonly EntrySection[]
  problems(values: EntryValues, prefix: string): FieldError[]
  offerOf(values: EntryValues): object
}

const LONGEST_DAYS = 365

const priceSection: EntrySection = {
  title: 'Price',
  entries: [
    {
      name: 'annual_price',
      label: 'Price a year',
      hint: 'Everything the carrier charges for one year, rounded to the nearest dollar. The declarations page states the exact price. To collect the cents, enter a payment plan with the exact amounts.',
      kind: 'dollars',
      least: 1,
      most: 1_000_000,
    },
    { name: 'quote_number', label: 'Quote number', kind: 'text', most: 80 },
    {
      name: 'valid_until',
      label: 'Valid until',
      hint: 'The last day the carrier holds this price. Its quote states it.',
      kind: 'day',
    },
  ],
}

export const sectionsOf = (form: OfferForm, context: OfferContext): readonly EntrySection[] => [
  priceSection,
  ...form.sections(context),
  ...paymentSections,
]

export const OFFER_PREFIXES = ['o1.', 'o2.', 'o3.'] as const

const validity = ({ valid_until }: EntryValues, prefix: string, { today }: OfferContext): FieldError[] =>
  valid_until === undefined ||
  (String(valid_until) >= today && String(valid_until) <= plusDays(today, LONGEST_DAYS))
    ? []
    : [
        {
          name: `${prefix}valid_until`,
          message:
            'Valid until must be from today to a year from now. Ask the carrier for a new quote if it has passed.',
        },
      ]

type Read = { offers: object[]; errors: FieldError[] }

const readOne = (
  line: OfferForm,
  form: URLSearchParams,
  { prefix, context }: { prefix: string; context: OfferContext },
): { offer: object; errors: FieldError[] } => {
  const entries = sectionsOf(line, context).flatMap(section => section.entries)
  const { values, errors } = readEntries(entries, form, prefix)
  const { annual_price, quote_number, valid_until } = values
  return {
    offer: {
      kind: 'offer',
      annual_price,
      quote_number,
      ...(valid_until !== undefined && {
        valid_until: endOfDay(context.state, String(valid_until)).toISOString(),
      }),
      ...line.offerOf(values),
      ...paymentTermsOf(values),
    },
    errors: [
      ...errors,
      ...validity(values, prefix, context),
      ...line.problems(values, prefix),
      ...paymentProblems(values, prefix),
    ],
  }
}

/** A choice has a value even if nobody touched it, so it does not begin an offer. */
const isBegun = (line: OfferForm, form: URLSearchParams, prefix: string, context: OfferContext): boolean =>
  sectionsOf(line, context)
    .flatMap(({ entries }) => entries)
    .some(({ name, kind }) => kind !== 'choice' && kind !== 'checks' && textAt(form, prefix + name) !== '')

const sameNumber = (offers: readonly object[]): FieldError[] => {
  const numbers = offers.map(offer => (offer as { quote_number?: string }).quote_number)
  const at = numbers.findIndex((number, index) => number !== undefined && numbers.indexOf(number) !== index)
  return at < 0
    ? []
    : [{ name: `o${at + 1}.quote_number`, message: 'Each offer needs its own quote number.' }]
}

export const readOffers = (line: OfferForm, form: URLSearchParams, context: OfferContext): Read => {
  const read = OFFER_PREFIXES.filter((prefix, at) => at === 0 || isBegun(line, form, prefix, context)).map(
    prefix => readOne(line, form, { prefix, context }),
  )
  const offers = read.map(({ offer }) => offer)
  return { offers, errors: [...read.flatMap(({ errors }) => errors), ...sameNumber(offers)] }
}

export const answerOf = (offers: readonly object[]): Record<string, unknown> =>
  offers.length === 1 ? { ...offers[0] } : { kind: 'offers', offers }
