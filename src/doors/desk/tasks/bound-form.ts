import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import { offersAskedIn, type RulePlace } from '../../../agency/rules/rulebook.ts'
import { cents, choice, day, dollars, line } from '../../../platform/forms/field-kinds.ts'
import { form, type Values } from '../../../platform/forms/form.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { dayWords, isPeriodTooLong } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'

const price = { least: 1, most: 1_000_000 }

export const boundForm = form({
  policy_number: line('Policy number', { most: 80 }),
  annual_price: cents('Price a year on the declarations page', price),
  effective_date: day('Policy starts'),
  expiration_date: day('Policy ends'),
})

const PROOFS = [
  { value: '', label: 'Choose' },
  { value: 'accepted', label: 'Offered by the carrier, and the insured takes it' },
  { value: 'refused', label: 'Offered by the carrier, and the insured refused or waived it' },
  { value: 'sent_by_carrier', label: 'The carrier sends the insured its own offer' },
] as const

/** What the state asks of the insurer, done in its portal. No policy is recorded without the proof of each. */
export const offerProofs = (place: RulePlace) =>
  form(
    Object.fromEntries(
      offersAskedIn(place)
        .filter(({ performer }) => performer === 'carrier_portal')
        .map(({ coverage = '', text, citation }) => [
          `offer_${coverage}`,
          choice(`${nameTitle(coverage)}, as the state asks`, PROOFS, { hint: `${text} (${citation})` }),
        ]),
    ),
  )

type Signed = Pick<BindRequest, 'annual_price' | 'effective_date'>

const WHAT_TO_DO =
  'Ask the carrier to correct the policy. If it won’t, cancel it with the carrier and choose “The carrier asks for a different price” or “The carrier won’t issue it”, so the buyer can decide again.'

type Bound = Partial<Values<typeof boundForm.fields>>

const termsProblems = (values: Bound, signed: Signed): FieldError[] => [
  ...(values.annual_price !== undefined && values.annual_price !== signed.annual_price
    ? [
        {
          name: 'annual_price',
          message: `The buyer signed for ${usd(signed.annual_price)} a year, not ${usd(values.annual_price)}. ${WHAT_TO_DO}`,
        },
      ]
    : []),
  ...(values.effective_date !== undefined && values.effective_date !== signed.effective_date
    ? [
        {
          name: 'effective_date',
          message: `The buyer signed for a start on ${dayWords(signed.effective_date)}, not ${dayWords(values.effective_date)}. ${WHAT_TO_DO}`,
        },
      ]
    : []),
  ...(values.expiration_date !== undefined && values.expiration_date <= signed.effective_date
    ? [{ name: 'expiration_date', message: 'The policy must end after it starts.' }]
    : []),
  ...(values.expiration_date !== undefined && isPeriodTooLong(signed.effective_date, values.expiration_date)
    ? [{ name: 'expiration_date', message: 'The policy must end within two years. Check the year.' }]
    : []),
]

export const repricedForm = form({
  new_price: dollars('New price a year', { hint: 'Rounded to the nearest dollar.', ...price }),
  price_reason: line('Reason', {
    hint: 'In the carrier’s words. The buyer reads it.',
    most: 500,
    optional: true,
  }),
})

export const readRepriced = (
  sent: URLSearchParams,
  signed: Signed,
): { answer: Record<string, unknown>; errors: FieldError[] } => {
  const { values, errors } = repricedForm.read(sent)
  const { new_price: annual_price, price_reason: reason } = values
  const same =
    annual_price === signed.annual_price
      ? [{ name: 'new_price', message: 'This is the price that the buyer signed for.' }]
      : []
  return {
    answer: { kind: 'price_changed', annual_price, ...(reason !== undefined && { reason }) },
    errors: [...errors, ...same],
  }
}

export const readBound = (
  sent: URLSearchParams,
  signed: Signed,
): { answer: Record<string, unknown>; errors: FieldError[] } => {
  const { values: typed, errors } = boundForm.read(sent)
  const exact = typed.annual_price
  const values = { ...typed, ...(exact !== undefined && { annual_price: Math.round(exact / 100) }) }
  return { answer: { kind: 'bound', ...values }, errors: [...errors, ...termsProblems(values, signed)] }
}
