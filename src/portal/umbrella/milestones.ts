import type { Html } from '../../pages/frame.ts'
import type { UmbrellaStatus } from '../../umbrella/application/lifecycle.ts'
import type { BuyersPurchase } from '../../umbrella/portal/buyers-purchase.ts'
import { milestoneList } from '../frame/milestones.ts'
import type { ReviewContext } from './review-context.ts'

const ALL = ['Review', 'Quotes', 'Consent', 'Sign', 'Documents', 'Pay', 'Policy'] as const
type Milestone = (typeof ALL)[number]

const REACHED: Readonly<Record<UmbrellaStatus, Milestone | null>> = {
  needs_more_info: 'Review',
  ready_for_review: 'Review',
  ineligible: null,
  pending_quotes: 'Quotes',
  quoted: 'Quotes',
  no_quotes: null,
  credit_consent_required: 'Consent',
  needs_more_info_to_bind: 'Consent',
  ready_to_finalize: 'Sign',
  signature_needed: 'Sign',
  chosen: 'Sign',
  documents_needed: 'Documents',
  documents_pending_review: 'Documents',
  payment_needed: 'Pay',
  waiting_on_carrier: 'Policy',
  info_requested: 'Policy',
  blocked: null,
  bound: 'Policy',
}

/** Documents and payment are steps only for the carriers that leave them to the agency. */
export const milestonesFor = (
  status: UmbrellaStatus,
  {
    asksForDocuments,
    pays,
    asked,
  }: Pick<BuyersPurchase, 'asksForDocuments' | 'pays'> & {
    asked?: Pick<BuyersPurchase['asked'], 'isAboutDocuments'>
  },
): { names: Milestone[]; current: number } | null => {
  const isDocuments = status === 'info_requested' && asked?.isAboutDocuments === true
  const reached = isDocuments ? 'Documents' : REACHED[status]
  if (reached === null) return null
  const skipped: readonly Milestone[] = [
    ...(asksForDocuments ? [] : (['Documents'] as const)),
    ...(pays ? [] : (['Pay'] as const)),
  ]
  const names = ALL.filter(name => name === reached || !skipped.includes(name))
  return { names, current: names.indexOf(reached) }
}

export const milestonesView = ({ view, purchase }: ReviewContext): Html | '' => {
  const milestones = milestonesFor(view.status, purchase)
  return milestones ? milestoneList(milestones.names, milestones.current) : ''
}
