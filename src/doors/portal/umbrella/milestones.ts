import type { Html } from '../../../platform/pages/frame.ts'
import type { GivenConsent } from '../../../products/line/record/consent.ts'
import { type UmbrellaStatus, umbrellaLifecycle } from '../../../products/umbrella/application/lifecycle.ts'
import type { BuyersPurchase } from '../../../products/umbrella/portal/buyers-purchase.ts'
import { milestoneList } from '../frame/milestones.ts'
import { sayKnown } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'

const ALL = ['Review', 'Quotes', 'Consent', 'Sign', 'Order', 'Documents', 'Pay', 'Policy'] as const
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

const EVIDENCE: readonly { step: Milestone; purposes: readonly string[] }[] = [
  { step: 'Review', purposes: ['umbrella_application_review'] },
  { step: 'Consent', purposes: ['umbrella_credit_check'] },
  {
    step: 'Sign',
    purposes: ['umbrella_purchase', 'umbrella_purchase_attestation', 'umbrella_application_signature'],
  },
]

export const statedFor = (consents: readonly Pick<GivenConsent, 'purpose' | 'proof'>[]): Milestone[] =>
  EVIDENCE.filter(({ purposes }) => {
    const last = consents.findLast(({ purpose }) => purposes.includes(purpose))
    return last !== undefined && last.proof !== 'portal_session'
  }).map(({ step }) => step)

type Steps = Pick<BuyersPurchase, 'asksForDocuments' | 'pays'> & {
  asked?: Pick<BuyersPurchase['asked'], 'isAboutDocuments'>
  stated?: readonly Milestone[]
}

/** A signature that the buyer did not give is not shown as done: the operator or assistant stated the purchase. */
export const milestonesFor = (
  status: UmbrellaStatus,
  { asksForDocuments, pays, asked, stated = [] }: Steps,
): { names: Milestone[]; current: number } | null => {
  const isDocuments = status === 'info_requested' && asked?.isAboutDocuments === true
  const isOrdered = stated.includes('Sign') && !umbrellaLifecycle.allows(status, 'signed')
  const step = isDocuments ? 'Documents' : REACHED[status]
  if (step === null) return null
  const reached = step === 'Sign' && isOrdered ? 'Order' : step
  const at = ALL.indexOf(reached)
  const isBought = at >= ALL.indexOf('Sign')
  const skipped: readonly Milestone[] = [
    ...stated.filter(name => name !== 'Sign' && ALL.indexOf(name) < at),
    isBought && isOrdered ? 'Sign' : 'Order',
    ...(asksForDocuments ? [] : (['Documents'] as const)),
    ...(pays ? [] : (['Pay'] as const)),
  ]
  const names = ALL.filter(name => name === reached || !skipped.includes(name))
  return { names, current: names.indexOf(reached) }
}

export const milestonesView = ({ view, purchase, consents }: ReviewContext): Html | '' => {
  const milestones = milestonesFor(view.status, { ...purchase, stated: statedFor(consents) })
  if (!milestones) return ''
  const shown = milestones.names.map(name => ({ name: sayKnown(name) }))
  return milestoneList(shown, milestones.current)
}
