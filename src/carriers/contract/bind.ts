import type { OrderDocument } from './documents.ts'

/** Whom the policy is for. Only a bind tells a carrier who a person is. */
export type Insured = {
  full_name: string
  email: string
  phone_number?: string
  birthday: string
  address: { street: string; city: string; state: string; zip: string }
}

/**
 * The order to issue what was offered. `request_id` is the same at every attempt, so that the far end issues one
 * policy however often it is asked.
 */
export type BindRequest = {
  request_id: string
  today: string
  quote_number: string
  /** What the person agreed to pay: a carrier that wants another price must say `info_requested` or `blocked`. */
  annual_price: number
  effective_date: string
  insured: Insured
  signature: { signed_name: string; signed_at: string }
  /** What the carrier asked for by `info_requested` before: its field → the answer. */
  answers?: Readonly<Record<string, unknown>>
  /** And the documents among it. They are delivered before the order, each once. */
  documents?: readonly OrderDocument[]
}

/** Blocked is final; an error means ask again. */
export type BindAnswer =
  | {
      kind: 'bound'
      policy_number: string
      annual_price: number
      effective_date: string
      expiration_date: string
    }
  | { kind: 'info_requested'; reason: string; fields: string[] }
  | { kind: 'blocked'; reason_code: string; reason: string }
