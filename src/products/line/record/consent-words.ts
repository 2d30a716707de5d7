import type { Proof } from './consent-store.ts'

const TITLES: Readonly<Record<string, string>> = {
  homeowners_soft_credit_check: 'Soft credit check',
  homeowners_offer_choice: 'Choice of a quote',
  homeowners_estimates_review: 'Estimated answers',
  homeowners_purchase_agreement: 'Agreement to the purchase',
  compensation_disclosure: 'Who we are and how we are paid',
  state_notices: 'Notices before the signature',
  offered_coverages: 'Coverage offered beside the policy',
  electronic_records: 'Electronic documents and signature',
  homeowners_application_signature: 'Application and signature',
  umbrella_application_review: 'Application review',
  umbrella_offer_choice: 'Choice of a quote',
  umbrella_credit_check: 'Soft credit check',
  umbrella_purchase: 'Purchase',
  umbrella_purchase_attestation: 'Purchase',
  umbrella_application_signature: 'Application and signature',
}

export const purposeWords = (purpose: string): string => TITLES[purpose] ?? 'Consent'

export const proofWords: Readonly<Record<Proof, { toPerson: string; toStaff: string }>> = {
  portal_session: {
    toPerson: 'You agreed on this website, after you confirmed your email address.',
    toStaff: 'the person, after confirming their email address',
  },
  operator_attestation: {
    toPerson: 'The business that applied for you stated that you agreed.',
    toStaff: 'stated by the operator',
  },
  assistant_attestation: {
    toPerson: 'Your assistant stated that you agreed.',
    toStaff: 'stated by the person’s assistant',
  },
  link_holder: {
    toPerson: 'Someone who had the link to your application agreed. We don’t know who it was.',
    toStaff: 'someone who had the link; not known to be the person',
  },
}

export const standingWords = {
  offered: 'No effect: it came too early',
  effective: 'In effect',
  withdrawn: 'Withdrawn',
  ended: 'No longer applies',
} as const

const SHOWN = ['state_notices', 'compensation_disclosure']

const shownWords: Partial<Record<Proof, string>> = {
  portal_session: 'We showed you this on this website, after you confirmed your email address.',
  operator_attestation: 'The business that applied for you stated that it showed you this.',
  assistant_attestation: 'Your assistant stated that it showed you this.',
}

/** A notice is only shown to the person: they agree to nothing. */
export const proofToPerson = (purpose: string, proof: Proof): string =>
  (SHOWN.includes(purpose) ? shownWords[proof] : undefined) ?? proofWords[proof].toPerson
