import type { FieldEstimate } from '../../line/fields/estimates.ts'
import type { ValueOf, ValuesOf } from '../../line/fields/field.ts'
import type { Unrecognized } from '../../line/fields/unrecognized.ts'
import type { umbrellaFields } from './fields.ts'

export type Answers = ValuesOf<typeof umbrellaFields>
export type Driver = ValueOf<typeof umbrellaFields.additional_drivers>[number]
export type Vehicle = ValueOf<typeof umbrellaFields.vehicles>[number]

/** An answer without an entry in `field_estimates` was confirmed by the buyer when it arrived. */
export type Household = Answers & {
  field_estimates: FieldEstimate[]
  /** Fields that the buyer corrected on the review page: an operator cannot change them any more. */
  locked: string[]
}

/** What somebody wants to know before the purchase goes on: fields of the application, uploads, or anything. */
export type InfoRequest = { from: 'documents' | 'carrier'; reason: string; fields: string[] }

/** What the buyer chose, and how far it has come. */
export type Purchase = {
  offer_id: string
  /** The evidence that the buyer asked for it, once they did. */
  signature_id?: string
  payment_id?: string
  info_request?: InfoRequest
  /** What was answered to the carrier's questions: field → answer. */
  info_answers?: Record<string, unknown>
  /** The documents among it, by their ids: they go to the carrier with the next order. */
  info_documents?: string[]
  /** What the agency asked while it looked at the documents, and what was answered: for the desk alone. */
  inquiry?: { question: string; answers: Record<string, unknown> }
  /** Why the carrier will not issue it. */
  blocked_because?: string
}

/** Plain JSON: it is stored sealed, in one column. */
export type Application = {
  household: Household
  /** What was sent under keys that nobody knows: path in the intake → value. */
  unrecognized: Unrecognized
  /** Null until an offer was selected, and again after the next draft. */
  purchase: Purchase | null
}

export const emptyApplication = (): Application => ({
  household: { field_estimates: [], locked: [] },
  unrecognized: {},
  purchase: null,
})
