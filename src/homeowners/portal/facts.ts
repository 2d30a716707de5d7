import type { PriceChange } from '../../carriers/homeowners/price-change.ts'
import type { CreditNotice } from '../../emails/adverse-action.ts'
import type { Field } from '../../line/fields/field.ts'
import type { ConsentWords } from '../../line/record/consent.ts'
import type { LabelledRow } from '../../policies/terms.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import type { Review } from '../buying/review.ts'
import type { StoredOffer } from '../quoting/offers.ts'

/**
 * Where the person is. `offers` is also the step while the offers have run out (`offersExpired`): ask for new ones
 * with `renew`. `sign` is also the step after a carrier asked for something first: see `refusals`.
 */
export type PortalStep =
  | 'answers'
  | 'waiting'
  | 'offers'
  | 'no_offers'
  | 'review'
  | 'sign'
  | 'binding'
  | 'bound'
  | 'withdrawn'
  | 'expired'

/** An answer that is missing. `name` is the path to send in `answer`: `email`, `home[0].roof_date`. */
export type PortalQuestion = {
  name: string
  path: (string | number)[]
  label: string
  description: string
  definition: Field
}

export type PortalOffer = StoredOffer & {
  offer_id: string
  property_id: string
  monthly_price: number
  rank: number
  recommended: boolean
  /** True while a value that moves the price is an estimate. */
  is_estimate: boolean
  expires_at: string
  coverages: LabelledRow[]
  selected: boolean
  /** Cannot be chosen any more, and why: its time is over, or its carrier would not issue it. */
  unavailable: 'expired' | 'refused' | null
  /** Against what this carrier asked for this home before. */
  change: PriceChange | null
}

export type PortalDecline = { carrier: string; reason_code: string; reason: string }

export type PortalHome = {
  property_id: string | null
  /** In one line, as far as it is known. */
  address: string
  offers: PortalOffer[]
  declines: PortalDecline[]
  policy: PortalPolicy | null
}

export type PortalPolicy = {
  policy_id: string
  property_id: string
  policy_number: string
  carrier: string
  annual_price: number
  effective_date: string
  expiration_date: string
  address: string
  coverages: LabelledRow[]
  documents: { document_id: string; filename: string }[]
}

/** What a carrier said to the last order for a home, when it did not issue the policy. */
export type BindRefusal = {
  property_id: string
  address: string
  carrier: string
  kind: 'blocked' | 'info_requested'
  reason: string
}

/** Everything that is signed, and what to send back with `bind`. */
export type PortalSigning = {
  /** Send it back: what was looked at is what is signed. */
  token: string
  annual_price: number
  earliest_date: string
  latest_date: string
  /** What to offer first. */
  suggested_date: string
  /** The name to type. */
  full_name: string
  disclosures: ConsentWords
  electronicRecords: ConsentWords
}

/** All that the pages of one intake need. Lists are empty and parts null where they do not apply. */
export type PortalView = {
  uid: string
  sandbox: boolean
  status: HomeownersStatus
  step: PortalStep
  full_name: string | null
  homes: PortalHome[]
  questions: PortalQuestion[]
  /** The words to show, and whether they still have to be agreed to. */
  creditAuthorization: ConsentWords & { given: boolean }
  quoting: { asked: number; answered: number } | null
  offersExpired: boolean
  priceChange: PriceChange | null
  review: Review
  signing: PortalSigning | null
  /** Since when carriers are being asked to issue the policies. */
  bindingSince: string | null
  refusals: BindRefusal[]
  /** Carriers that used a consumer report (FCRA 615(a)); the same was mailed. */
  creditNotices: CreditNotice[]
}
