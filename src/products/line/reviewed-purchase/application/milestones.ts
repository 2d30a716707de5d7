import type { GivenConsent } from '../../record/consent.ts'
import { type ReviewedStatus, reviewedLifecycle } from './lifecycle.ts'
import { type Milestone, milestones, statuses } from './statuses.ts'

const EVIDENCE: readonly { step: Milestone; purposes: readonly string[] }[] = [
  { step: 'Review', purposes: ['application_review'] },
  { step: 'Consent', purposes: ['credit_check'] },
  { step: 'Sign', purposes: ['purchase', 'purchase_attestation', 'application_signature'] },
]

export const statedFor = (consents: readonly Pick<GivenConsent, 'purpose' | 'proof'>[]): Milestone[] =>
  EVIDENCE.filter(({ purposes }) => {
    const last = consents.findLast(({ purpose }) => purposes.includes(purpose.replace(/^[a-z]+_/, '')))
    return last !== undefined && last.proof !== 'portal_session'
  }).map(({ step }) => step)

type Steps = {
  asksForDocuments: boolean
  pays: boolean
  asked?: { isAboutDocuments: boolean }
  stated?: readonly Milestone[]
}

/** A signature that the buyer did not give is not shown as done: the operator or assistant stated the purchase. */
export const milestonesFor = (
  status: ReviewedStatus,
  { asksForDocuments, pays, asked, stated = [] }: Steps,
): { names: Milestone[]; current: number } | null => {
  const isDocuments = status === 'info_requested' && asked?.isAboutDocuments === true
  const isOrdered = stated.includes('Sign') && !reviewedLifecycle.allows(status, 'signed')
  const step = isDocuments ? 'Documents' : statuses.row(status).milestone
  if (step === null) return null
  const reached = step === 'Sign' && isOrdered ? 'Order' : step
  const at = milestones.indexOf(reached)
  const isBought = at >= milestones.indexOf('Sign')
  const skipped: readonly Milestone[] = [
    ...stated.filter(name => name !== 'Sign' && milestones.indexOf(name) < at),
    isBought && isOrdered ? 'Sign' : 'Order',
    ...(asksForDocuments ? [] : (['Documents'] as const)),
    ...(pays ? [] : (['Pay'] as const)),
  ]
  const names = milestones.filter(name => name === reached || !skipped.includes(name))
  return { names, current: names.indexOf(reached) }
}
