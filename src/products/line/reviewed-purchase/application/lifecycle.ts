import { lifecycle } from '../../record/lifecycle.ts'

const drafted = {
  answers_missing: 'needs_more_info',
  answers_complete: 'ready_for_review',
  found_ineligible: 'ineligible',
} as const

const selecting = {
  offer_selected: 'credit_consent_required',
  consent_refused: 'quoted',
  bind_answers_missing: 'needs_more_info_to_bind',
  bind_answers_complete: 'ready_to_finalize',
} as const

const late = <S extends string>(state: S) => ({ late_answer: state }) as const

const lateInChoice = <S extends string>(state: S) => ({ ...late(state), offer_withdrawn: 'quoted' }) as const

/** A start date that has passed is not moved: the buyer agreed to it, so they choose another. */
const tooLate = { start_passed: 'quoted' } as const

const untilOrdered = { offer_withdrawn: 'quoted', purchase_ended: 'quoted', ...tooLate } as const

/** Only `committed` and `signed` buy here. `adopted`: the policy was sold elsewhere, and was imported. Once the information is given, the purchase returns to the state that asked for it. */
export const reviewedLifecycle = lifecycle({
  needs_more_info: { ...drafted, adopted: 'bound' },
  ready_for_review: { ...drafted, review_confirmed: 'pending_quotes' },
  ineligible: drafted,
  pending_quotes: {
    ...drafted,
    offers_arrived: 'quoted',
    nobody_offered: 'no_quotes',
    ...late('pending_quotes'),
  },
  quoted: { ...drafted, ...selecting, ...late('quoted') },
  no_quotes: drafted,
  credit_consent_required: { ...drafted, ...selecting, ...lateInChoice('credit_consent_required') },
  needs_more_info_to_bind: { ...drafted, ...selecting, ...lateInChoice('needs_more_info_to_bind') },
  ready_to_finalize: {
    ...drafted,
    ...selecting,
    committed: 'chosen',
    signed: 'chosen',
    signature_asked: 'signature_needed',
    ...lateInChoice('ready_to_finalize'),
  },
  signature_needed: {
    ...drafted,
    ...selecting,
    signed: 'chosen',
    ...lateInChoice('signature_needed'),
  },
  chosen: {
    documents_asked: 'documents_needed',
    documents_complete: 'documents_pending_review',
    payment_asked: 'payment_needed',
    carrier_asked: 'waiting_on_carrier',
    ...untilOrdered,
  },
  documents_needed: { documents_complete: 'documents_pending_review', ...untilOrdered },
  documents_pending_review: {
    documents_accepted: 'payment_needed',
    documents_accepted_unbilled: 'waiting_on_carrier',
    documents_rejected: 'documents_needed',
    information_asked: 'info_requested',
    ...untilOrdered,
  },
  payment_needed: { paid: 'waiting_on_carrier', ...untilOrdered },
  waiting_on_carrier: {
    carrier_bound: 'bound',
    information_asked: 'info_requested',
    carrier_blocked: 'blocked',
    price_changed: 'quoted',
    ...tooLate,
  },
  info_requested: {
    information_given_for_documents: 'documents_pending_review',
    information_given_for_carrier: 'waiting_on_carrier',
    ...untilOrdered,
  },
  blocked: {},
  bound: {},
})

export type ReviewedStatus = Parameters<typeof reviewedLifecycle.next>[0]
export type ReviewedEvent = Parameters<typeof reviewedLifecycle.next>[1]

export const isOpenToDrafts = (status: ReviewedStatus): boolean =>
  reviewedLifecycle.allows(status, 'answers_complete')
