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
