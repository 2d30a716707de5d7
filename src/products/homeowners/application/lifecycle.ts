import { lifecycle } from '../../line/record/lifecycle.ts'

/**
 * consent_outdated: the applicant, an address or the number of homes changed after the authorization.
 * offer_withdrawn: a carrier withdrew the chosen offer, or asks another price for it.
 * bind_some: the homes that were signed for are insured, and the homeowner can still buy for others.
 * bind_part: some carriers have answered the order, and others answer later.
 * adopted: its policy was sold elsewhere, and was imported.
 * lapse: the intake was inactive for so long that its personal data is erased.
 */
export const homeownersLifecycle = lifecycle({
  needs_more_info: {
    created: 'needs_more_info',
    adopted: 'bound',
    submit: 'pending_quotes',
    consent_outdated: 'needs_more_info',
    consent_withdrawn: 'needs_more_info',
    withdraw: 'withdrawn',
    rest_withdrawn: 'bound',
    lapse: 'expired',
  },
  pending_quotes: {
    offers_arrived: 'quoted',
    late_answer: 'pending_quotes',
    rated_value_changed: 'pending_quotes',
    answers_missing: 'needs_more_info',
    consent_outdated: 'needs_more_info',
    consent_withdrawn: 'needs_more_info',
    withdraw: 'withdrawn',
    rest_withdrawn: 'bound',
    lapse: 'expired',
  },
  quoted: {
    select: 'selected',
    late_answer: 'quoted',
    rated_value_changed: 'pending_quotes',
    answers_missing: 'needs_more_info',
    offers_expired: 'pending_quotes',
    consent_outdated: 'needs_more_info',
    consent_withdrawn: 'needs_more_info',
    withdraw: 'withdrawn',
    rest_withdrawn: 'bound',
    lapse: 'expired',
  },
  selected: {
    select: 'selected',
    late_answer: 'selected',
    offer_withdrawn: 'quoted',
    bind_ordered: 'selected',
    bind_part: 'selected',
    bind: 'bound',
    bind_some: 'quoted',
    bind_info_requested: 'selected',
    bind_refused: 'quoted',
    rated_value_changed: 'pending_quotes',
    answers_missing: 'needs_more_info',
    offers_expired: 'pending_quotes',
    consent_outdated: 'needs_more_info',
    consent_withdrawn: 'needs_more_info',
    withdraw: 'withdrawn',
    rest_withdrawn: 'bound',
    lapse: 'expired',
  },
  bound: { consent_withdrawn: 'bound' },
  withdrawn: {},
  expired: {},
})

export type HomeownersStatus = Parameters<typeof homeownersLifecycle.next>[0]
export type HomeownersEvent = Parameters<typeof homeownersLifecycle.next>[1]

export const isSubmitted = (state: HomeownersStatus): boolean => state !== 'needs_more_info'
