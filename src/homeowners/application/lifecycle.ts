import { lifecycle } from '../../line/record/lifecycle.ts'

/**
 * The states of an intake. The operator sees the first three; what comes after `quoted` is `detail_status`.
 * consent_outdated: the applicant, an address or the number of homes changed, so the old authorization covers
 * another application. answers_missing: a required answer was cleared, or a home added that lacks some.
 * bind_ordered: the homeowner has signed and carriers are being asked to issue the policies; until they have
 * answered nothing else happens. bind_refused: a carrier will not issue one, so another offer has to be chosen.
 * rest_withdrawn: the homeowner keeps the policies that were issued and wants no more.
 * lapse: nobody went on with it for so long that its personal data is erased.
 * After `bound` a withdrawn consent is only recorded.
 */
export const homeownersLifecycle = lifecycle({
  needs_more_info: {
    created: 'needs_more_info',
    submit: 'pending_quotes',
    consent_outdated: 'needs_more_info',
    consent_withdrawn: 'needs_more_info',
    withdraw: 'withdrawn',
    rest_withdrawn: 'bound',
    lapse: 'expired',
  },
  pending_quotes: {
    offers_arrived: 'quoted',
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
    bind_ordered: 'selected',
    bind: 'bound',
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

export type PublicStatus = {
  status: 'needs_more_info' | 'pending_quotes' | 'quoted'
  detail_status?: 'selected' | 'bound' | 'withdrawn' | 'expired'
}

/** How an operator sees a state: past `quoted` the status stays and the detail tells. */
export const publicStatus = (state: HomeownersStatus): PublicStatus =>
  state === 'needs_more_info' || state === 'pending_quotes' || state === 'quoted'
    ? { status: state }
    : { status: 'quoted', detail_status: state }

export const isSubmitted = (state: HomeownersStatus): boolean => state !== 'needs_more_info'
