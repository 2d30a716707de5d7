import type { WantedCoverages } from './coverages.ts'

export type PostalAddress = { street: string; city: string; state: string; zip: string }

export type NamedApplicant = {
  role: 'applicant' | 'co_applicant' | 'spouse'
  full_name: string
  birthday?: string
  email?: string
  phone_number?: string
  marital_status?: string
}

export type Interest = {
  kind: 'mortgagee' | 'title_holder'
  name: string
  /** 1 for the first mortgage. */
  rank?: number
  clause?: string
  loan_number?: string
  address?: string
  escrow?: boolean
}

export type PriorPolicy = {
  carrier?: string
  expires?: string
  lapse_days?: number
  insured_years?: number
}

type ScheduledItem = { description?: string; value?: number }

export type WantedCoverage = {
  start_date?: string
  deductible?: number
  coverage_limit?: number
  coverages?: WantedCoverages
  scheduled_items?: readonly ScheduledItem[]
}

export type LiabilityLosses = {
  in_last_5_years?: boolean
  over_50k?: boolean
  four_or_more_over_25k?: boolean
  open_claim?: boolean
}

export type RecordedConsent = {
  purpose: string
  version: string
  given_at: string
  proof: 'portal_session' | 'operator_attestation' | 'assistant_attestation' | 'link_holder'
}

export const permittedPurposes = ['underwriting', 'consumer_reports', 'insurance_score'] as const

/** `consumer_reports`: the person authorized them. `insurance_score`: the state allows one, too. */
export type PermittedPurpose = (typeof permittedPurposes)[number]

export type QuoteDetails = {
  prior_policy: PriorPolicy
  wanted: WantedCoverage
  losses?: LiabilityLosses
  applicants?: readonly NamedApplicant[]
  property?: PostalAddress
  mailing_address?: string
  interests?: readonly Interest[]
}

export type QuoteEvidence = {
  consents: readonly RecordedConsent[]
  permitted_purposes: readonly PermittedPurpose[]
}

export type Contract2<Details> = Details & Partial<QuoteEvidence> & { contract: 2 }

export type Driver = {
  role: 'applicant' | 'spouse' | 'other'
  full_name: string
  birthday?: string
  license_state?: string
  license_number?: string
}

export type InsuredVehicle = { year?: number; make?: string; model?: string; vin?: string }

export type OrderDetails = {
  applicants: readonly NamedApplicant[]
  interests: readonly Interest[]
  drivers?: readonly Driver[]
  vehicles?: readonly InsuredVehicle[]
}
