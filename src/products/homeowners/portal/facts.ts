import type { CarrierInfo } from '../../../agency/carriers/contract/carrier-info.ts'
import type { PriceChange } from '../../../agency/carriers/homeowners/price-change.ts'
import type { CreditNotice } from '../../../agency/emails/adverse-action.ts'
import type { PaidRow } from '../../../agency/policies/how-paid.ts'
import type { PolicyRequest } from '../../../agency/policies/life/requests.ts'
import type { PolicyLife, PolicyRenewal } from '../../../agency/policies/policy-life.ts'
import type { LabelledRow } from '../../../agency/policies/terms.ts'
import type { Notice } from '../../../agency/rules/notices.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import type { OfferedWay } from '../../line/buying/offered-ways.ts'
import type { Field } from '../../line/fields/field.ts'
import type { ConsentWords } from '../../line/record/consent.ts'
import type { AskedQuestion } from '../../line/tasks/tasks.ts'
import type { KnownExpiry } from '../../line/wire/start-date-warnings.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import type { PortalStep } from '../application/statuses.ts'
import type { Review } from '../buying/review.ts'
import type { StoredOffer } from '../quoting/offers.ts'

export type PortalQuestion = {
  name: string
  path: (string | number)[]
  label: string
  description: string
  definition: Field
}

export type PortalOffer = Omit<StoredOffer, 'recommended_because'> & {
  recommended_because?: string
  offer_id: string
  property_id: string
  rank: number
  recommended: boolean
  is_estimate: boolean
  expires_at: string
  expires_on: string
  coverages: LabelledRow[]
  selected: boolean
  chosenBefore: boolean
  unavailable: 'expired' | 'refused' | null
  change: PriceChange | null
}

export type PortalDecline = { carrier: string; reason_code: string; reason: string }

export type PortalHome = {
  property_id: string | null
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
  carrier_info: CarrierInfo | undefined
  illustrative: boolean
  annual_price: number
  effective_date: string
  covered_from: string
  today: string
  expiration_date: string
  /** Set only if it was canceled: coverage ends at 12:01 a.m. on this day. */
  ended_on: string | null
  is_void: boolean
  is_over: boolean
  isBinderOver: boolean
  paid: PaidRow[]
  life: PolicyLife
  renewal: PolicyRenewal | null
  requests: (Pick<PolicyRequest, 'kind' | 'status' | 'answer'> & { asked_on: string })[]
  address: string
  insureds: string[]
  /** Owners on the application that the carrier may not know of. */
  unnamed_owners: string[]
  lenders: string[]
  coverages: LabelledRow[]
  areLimitsOld: boolean
  dropped: string[]
  documents: { document_id: string; kind: string; filename: string }[]
}

export type BindRefusal = {
  property_id: string
  address: string
  carrier: string
  kind: 'blocked' | 'info_requested' | 'price_changed'
  reason: string
}

export type PortalBilling = {
  offer_id: string
  carrier: string
  address: string
  words: string[]
  lacksLender: boolean
  choices: OfferedWay[]
}

export type SigningPayment = {
  billings: PortalBilling[]
  due_cents: number
  total_cents: number
  needsHold: boolean
  isAuthorized: boolean
}

export type PortalPayment = {
  label: string
  amount: string
  due_on: string | null
  description: string
  url: string
}

export type PortalSigning = {
  /** Send it back with `bind`, so the person signs exactly what they saw. */
  token: string
  annual_price: number
  earliest_date: string
  latest_date: string
  suggested_date: string | null
  closing_date: string | null
  /** When current policies are known to expire. An assumed day is not known. */
  expiries: KnownExpiry[]
  payment: SigningPayment
  full_name: string
  co_owners: string[]
  mayLeaveOutOwners: string[]
  notices: readonly Notice[]
  disclosures: ConsentWords
  electronicRecords: ConsentWords
}

export type PortalView = {
  uid: string
  sandbox: boolean
  status: HomeownersStatus
  step: PortalStep
  full_name: string | null
  referredBy: string | null
  isOurs: boolean
  places: readonly LicensedPlace[]
  homes: PortalHome[]
  questions: PortalQuestion[]
  carrierQuestions: readonly AskedQuestion[]
  creditAuthorization: ConsentWords & { given: boolean }
  quoting: {
    asked: number
    answered: number
    waiting_on: string[]
    longer: { by: string | null } | null
  } | null
  offersExpired: boolean
  priceChange: PriceChange | null
  review: Review
  signing: PortalSigning | null
  stops: readonly string[]
  payments: PortalPayment[]
  bindingSince: string | null
  bindingBy: string | null
  isBindingSoon: boolean
  isBindingLate: boolean
  placedByStaff: string | null
  refusals: BindRefusal[]
  creditNotices: CreditNotice[]
}
