import type { CreditPart } from './answers.ts'
import type { OrderDocument } from './documents.ts'

/** Quote requests are anonymous. A carrier learns who the applicant is only when it binds. */
export type Insured = {
  full_name: string
  email: string
  phone_number?: string
  birthday: string
  address: { street: string; city: string; state: string; zip: string }
}

/** `request_id` is the same at every attempt, so the carrier issues one policy. */
export type BindRequest = {
  request_id: string
  today: string
  quote_number: string
  /** The price the applicant agreed to. A carrier that wants a different one must answer `info_requested` or `blocked`. */
  annual_price: number
  effective_date: string
  insured: Insured
  signature: { signed_name: string; signed_at: string }
  answers?: Readonly<Record<string, unknown>>
  documents?: readonly OrderDocument[]
}

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
  | (CreditPart & { kind: 'blocked'; reason_code: string; reason: string })
