import type { HomeownersStatus } from '../../../products/homeowners/application/lifecycle.ts'
import type { UmbrellaStatus } from '../../../products/umbrella/application/lifecycle.ts'

export type RequestProgress = { steps: readonly string[]; at: number; ended: boolean }

const HOME_STEPS = ['Answers', 'Quotes', 'Choice', 'Signature', 'Policy']
const UMBRELLA_STEPS = ['Answers', 'Review', 'Quotes', 'Choice', 'Purchase', 'Policy']

const HOMES: Record<HomeownersStatus, number | null> = {
  needs_more_info: 0,
  pending_quotes: 1,
  quoted: 2,
  selected: 3,
  bound: HOME_STEPS.length,
  withdrawn: null,
  expired: null,
}

const UMBRELLAS: Record<UmbrellaStatus, number | null> = {
  needs_more_info: 0,
  ready_for_review: 1,
  ineligible: null,
  pending_quotes: 2,
  quoted: 3,
  no_quotes: null,
  credit_consent_required: 3,
  needs_more_info_to_bind: 4,
  ready_to_finalize: 4,
  signature_needed: 4,
  chosen: 4,
  documents_needed: 4,
  documents_pending_review: 4,
  payment_needed: 4,
  waiting_on_carrier: 5,
  info_requested: 5,
  blocked: null,
  bound: UMBRELLA_STEPS.length,
}

const progress = (steps: readonly string[], at: number | null): RequestProgress => ({
  steps,
  at: at ?? 0,
  ended: at === null,
})

export const homeProgress = (status: HomeownersStatus): RequestProgress => progress(HOME_STEPS, HOMES[status])

export const umbrellaProgress = (status: UmbrellaStatus, erased: boolean): RequestProgress =>
  progress(UMBRELLA_STEPS, erased && status !== 'bound' ? null : UMBRELLAS[status])
