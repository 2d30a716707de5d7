import type { UmbrellaStatus } from './lifecycle.ts'

export const coarseStatuses = [
  'in_review',
  'review_pending',
  'credit_consent_pending',
  'quoted',
  'bound',
  'abandoned',
] as const

export type UmbrellaCoarseStatus = (typeof coarseStatuses)[number]

const COARSE: Partial<Record<UmbrellaStatus, UmbrellaCoarseStatus>> = {
  needs_more_info: 'in_review',
  pending_quotes: 'in_review',
  ready_for_review: 'review_pending',
  credit_consent_required: 'credit_consent_pending',
  bound: 'bound',
  ineligible: 'abandoned',
  no_quotes: 'abandoned',
  blocked: 'abandoned',
}

export const coarseStatus = (status: UmbrellaStatus): UmbrellaCoarseStatus => COARSE[status] ?? 'quoted'

/** Erasing an application that was never bought leaves this status. */
export const ERASED_STATUS: UmbrellaStatus = 'needs_more_info'

export type Shown = { status: UmbrellaCoarseStatus; detail_status: UmbrellaStatus | 'canceled' | 'expired' }

/** As rows and the feed of changes show it, without personal data. */
export const shownStatus = (
  status: UmbrellaStatus,
  { isErased, isCanceled }: { isErased: boolean; isCanceled: boolean },
): Shown => {
  if (isErased && status === ERASED_STATUS) return { status: 'abandoned', detail_status: 'expired' }
  return { status: coarseStatus(status), detail_status: isCanceled ? 'canceled' : status }
}
