import type { Source } from '../../../platform/values/sourced.ts'
import type { CreditPart } from './answers.ts'
import type { OrderDetails, PermittedPurpose, PostalAddress } from './details.ts'
import type { OrderDocument } from './documents.ts'
import type { BillTo, PaymentTerms } from './payment-terms.ts'

export type { PostalAddress }

export type Insured = {
  full_name: string
  email: string
  phone_number?: string
  birthday: string
  /** Where the insured lives. Left out when only the address of a home they rent out or visit is known. */
  address?: PostalAddress
  mailing_address?: string
}

type PersonSignature = {
  kind: 'person'
  signed_name: string
  signed_at: string
  proof: 'portal_session'
  statement_version: string
}

/** Nobody signed. A caller of the API stated that the insured confirmed the purchase to them. */
type Attestation = {
  kind: 'operator_attestation' | 'assistant_attestation'
  attested_by: string
  attested_at: string
  statement_version: string
}

export type Signature = (PersonSignature | Attestation) & { sandbox?: true }

/** `request_id` is the same at every attempt, so the carrier issues one policy. */
export type BindRequest = {
  request_id: string
  today: string
  quote_number: string
  /** The price the applicant agreed to. A carrier that wants a different one answers `price_changed`. */
  annual_price: number
  effective_date: string
  insured: Insured
  property?: PostalAddress
  /** By path into `insured`, `property`, `answers` and the details. Absent on orders from before sources were kept. */
  sources?: Readonly<Record<string, Source>>
  signature: Signature
  billing?: { bill_to: BillTo; plan_id: string | null }
  answers?: Readonly<Record<string, unknown>>
  documents?: readonly OrderDocument[]
  contract?: 2
  permitted_purposes?: readonly PermittedPurpose[]
} & Partial<OrderDetails>

/** Nobody has signed for this price. It ends the order: only a new signature and a new order buy at it. */
export type PriceChanged = CreditPart &
  PaymentTerms & { kind: 'price_changed'; annual_price: number; reason?: string }

/** `blocked` is final. A carrier that only needs a retry returns an error. */
export type BindAnswer =
  | {
      kind: 'bound'
      policy_number: string
      annual_price: number
      effective_date: string
      expiration_date: string
    }
  | { kind: 'info_requested'; reason: string; fields: string[] }
  | PriceChanged
  | (CreditPart & { kind: 'blocked'; reason_code: string; reason: string })
