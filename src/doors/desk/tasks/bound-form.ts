import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { dayWords, isPeriodTooLong } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { type DeskEntry, type EntryValues, readEntries } from './entries.ts'

export const boundEntries: readonly DeskEntry[] = [
  { name: 'policy_number', label: 'Policy number', kind: 'text', most: 80 },
  {
    name: 'annual_price',
    label: 'Price a year on the declarations page',
    hint: 'Rounded to the nearest dollar.',
    kind: 'dollars',
    least: 1,
    most: 1_000_000,
  },
  { name: 'effective_date', label: 'Policy starts', kind: 'day' },
  { name: 'expiration_date', label: 'Policy ends', kind: 'day' },
]

type Signed = Pick<BindRequest, 'annual_price' | 'effective_date'>

const WHAT_TO_DO =
  'Ask the carrier to correct the policy. If it won’t, cancel it with the carrier and choose “The carrier asks for a different price” or “The carrier won’t issue it”, so the buyer can decide again.'

const termsProblems = (values: EntryValues, signed: Signed): FieldError[] => [
  ...(values.annual_price !== undefined && values.annual_price !== signed.annual_price
    ? [
        {
          name: 'annual_price',
          message: `The buyer signed for ${usd(signed.annual_price)} a year, not ${usd(Number(values.annual_price))}. ${WHAT_TO_DO}`,
        },
      ]
    : []),
  ...(values.effective_date !== undefined && values.effective_date !== signed.effective_date
    ? [
        {
          name: 'effective_date',
          message: `The buyer signed for a start on ${dayWords(signed.effective_date)}, not ${dayWords(String(values.effective_date))}. ${WHAT_TO_DO}`,
        },
      ]
    : []),
  ...(values.expiration_date !== undefined && String(values.expiration_date) <= signed.effective_date
    ? [{ name: 'expiration_date', message: 'The policy must end after it starts.' }]
    : []),
  ...(values.expiration_date !== undefined &&
  isPeriodTooLong(signed.effective_date, String(values.expiration_date))
    ? [{ name: 'expiration_date', message: 'The policy must end within two years. Check the year.' }]
    : []),
]

export const repricedEntries: readonly DeskEntry[] = [
  {
    name: 'new_price',
    label: 'New price a year',
    hint: 'Rounded to the nearest dollar.',
    kind: 'dollars',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'price_reason',
    label: 'Reason',
    hint: 'In the carrier’s words. The buyer reads it.',
    kind: 'text',
    most: 500,
    optional: true,
  },
]

export const readRepriced = (
  form: URLSearchParams,
  signed: Signed,
): { answer: Record<string, unknown>; errors: FieldError[] } => {
  const { values, errors } = readEntries(repricedEntries, form)
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
  form: URLSearchParams,
  signed: Signed,
): { answer: Record<string, unknown>; errors: FieldError[] } => {
  const { values, errors } = readEntries(boundEntries, form)
  return { answer: { kind: 'bound', ...values }, errors: [...errors, ...termsProblems(values, signed)] }
}
