import { endOfDay } from '../../../agency/policies/coverage-start.ts'
import { cents, day, line } from '../../../platform/forms/field-kinds.ts'
import { type Fields, type Form, form, textAt } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import {
  isPlanBegun,
  paidInFull,
  paymentProblems,
  paymentSections,
  paymentTermsOf,
} from './payment-entries.ts'

export type FieldSection = { title: string; fields: Fields; isFolded?: true }

export type OfferContext = { creditAllowed: boolean; state: string; today: string }

export type OfferForm<V = Readonly<Record<string, unknown>>> = {
  sections(context: OfferContext): readonly FieldSection[]
  problems(values: V, prefix: string): FieldError[]
  offerOf(values: V): object
}

const LONGEST_DAYS = 365

const priceSection: FieldSection = {
  title: 'Price',
  fields: {
    annual_price: cents('Price a year', {
      hint: 'Everything the carrier charges for one year, with cents if it has them. The offer shows whole dollars. Without a payment plan, the exact amount is one that is paid in full.',
      least: 1,
      most: 1_000_000,
    }),
    quote_number: line('Quote number', { most: 80 }),
    valid_until: day('Valid until', {
      hint: 'The last day the carrier holds this price. Its quote states it.',
    }),
  },
}

export const sectionsOf = (line: OfferForm, context: OfferContext): readonly FieldSection[] => [
  priceSection,
  ...line.sections(context),
  ...paymentSections,
]

const wholeForm = (line: OfferForm, context: OfferContext): Form =>
  form(Object.assign({}, ...sectionsOf(line, context).map(({ fields }) => fields)))

export const OFFER_PREFIXES = ['o1.', 'o2.', 'o3.'] as const

const validity = (valid_until: unknown, prefix: string, { today }: OfferContext): FieldError[] =>
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
  sent: URLSearchParams,
  { prefix, context }: { prefix: string; context: OfferContext },
): { offer: object; errors: FieldError[] } => {
  const { values: typed, errors } = wholeForm(line, context).read(sent, prefix)
  const { annual_price: exact, quote_number, valid_until } = typed
  const annual_price = exact === undefined ? undefined : Math.round(Number(exact) / 100)
  const values = { ...typed, annual_price }
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
      ...(!isPlanBegun(values) && Number(exact) % 100 > 0 && paidInFull(Number(exact))),
    },
    errors: [
      ...errors,
      ...validity(valid_until, prefix, context),
      ...line.problems(values, prefix),
      ...paymentProblems(values, prefix),
    ],
  }
}

/** A choice has a value even if nobody touched it, so it does not begin an offer. */
const isBegun = (
  line: OfferForm,
  sent: URLSearchParams,
  { prefix, context }: { prefix: string; context: OfferContext },
): boolean =>
  Object.entries(wholeForm(line, context).fields).some(
    ([name, { control }]) => control.kind === 'line' && textAt(sent, prefix + name) !== '',
  )

const sameNumber = (offers: readonly object[]): FieldError[] => {
  const numbers = offers.map(offer => (offer as { quote_number?: string }).quote_number)
  const at = numbers.findIndex((number, index) => number !== undefined && numbers.indexOf(number) !== index)
  return at < 0
    ? []
    : [{ name: `o${at + 1}.quote_number`, message: 'Each offer needs its own quote number.' }]
}

export const readOffers = (line: OfferForm, sent: URLSearchParams, context: OfferContext): Read => {
  const read = OFFER_PREFIXES.filter(
    (prefix, at) => at === 0 || isBegun(line, sent, { prefix, context }),
  ).map(prefix => readOne(line, sent, { prefix, context }))
  const offers = read.map(({ offer }) => offer)
  return { offers, errors: [...read.flatMap(({ errors }) => errors), ...sameNumber(offers)] }
}

export const answerOf = (offers: readonly object[]): Record<string, unknown> =>
  offers.length === 1 ? { ...offers[0] } : { kind: 'offers', offers }
