import { createHash } from 'node:crypto'
import type { Language } from '../../../../platform/language/language.ts'
import type { EstimatedRow, Speaker } from '../../../../platform/values/sourced.ts'
import type { Billing } from '../../buying/billing.ts'
import { type FieldTable, namedIn } from '../../fields/field.ts'
import type { Unrecognized } from '../../fields/forbidden-keys.ts'

/** The answers that every line asks for. Each asks for more. */
export type Answers = {
  full_name?: string
  email?: string
  phone_number?: string
  birthday?: string
  street?: string
  city?: string
  state?: string
  zip?: string
  effective_date?: string
  preferred_language?: Language
}

/** Who and what is to be insured, with every estimate. `locked`: what the buyer corrected in the review. */
export type Household = Answers & EstimatedRow & Readonly<Record<string, unknown>>

export const IN_ADDRESS: readonly string[] = ['street', 'city', 'state', 'zip'] satisfies (keyof Answers)[]

export const pathOf = (name: string): string[] => (IN_ADDRESS.includes(name) ? ['address', name] : [name])

export const wireName = (name: string): string => pathOf(name).join('.')

/** The item of its offers and of the address that it claims: a purchase insures one household. */
export const HOUSEHOLD = 'household'

export const LATEST_START_DAYS = 90

export type InfoRequest = { from: 'documents' | 'carrier'; reason: string; fields: string[] }

export type Purchase = {
  offer_id: string
  signature_id?: string
  records_consent_id?: string
  signed_name?: string
  payment_id?: string
  payment_failed?: true
  billing?: Billing
  info_request?: InfoRequest
  info_answers?: Record<string, unknown>
  /** Who gave each of them. Absent for answers from before sources were kept. */
  info_sources?: Record<string, Speaker>
  info_documents?: string[]
  inquiry?: { question: string; answers: Record<string, unknown> }
  blocked_because?: string
}

export type Application = {
  household: Household
  unrecognized: Unrecognized
  purchase: Purchase | null
  /** The buyer said No to the credit check after these offers. The next choice or draft ends it. */
  credit_refused?: true
  /** The buyer said No on our pages. Only their own Yes there ends it. */
  buyer_refused_credit?: true
  /** The start date that passed before the order. The next choice or draft ends it. */
  start_passed?: string
  /** Who ended the purchase before the order. The next choice or draft ends it. */
  purchase_ended_by?: 'buyer' | 'agency'
  allowed_address?: string
  /** The revision that an assistant confirmed. It is submitted once the shopper proves the email address. */
  held_revision?: number
}

export const purchaseIn = ({ purchase }: Application): Purchase => {
  if (purchase === null) throw new Error('The application has no purchase.')
  return purchase
}

export const emptyApplication = (): Application => ({
  household: { field_estimates: [], locked: [] },
  unrecognized: {},
  purchase: null,
})

type Asked = { fields: FieldTable }

export const ownName = ({ fields }: Asked, key: string): string => namedIn(fields, key) ?? key

export const requestedKeyOf = (line: Asked, field: string): string =>
  ownName(line, field.replace(/[.[].*$/s, ''))

/** Tells a request from a later one, which can ask for the same fields. */
export const requestToken = ({ purchase }: Pick<Application, 'purchase'>): string =>
  createHash('sha256')
    .update(purchase?.info_request?.reason ?? '')
    .digest('base64url')
    .slice(0, 22)
