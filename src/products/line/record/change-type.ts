import type { Stage } from '../wire/waiting-on.ts'

export const changeTypes = [
  'request.created',
  'answers.changed',
  'quotes.requested',
  'offers.published',
  'offer.selected',
  'purchase.changed',
  'policy.issued',
  'policy.change_requested',
  'policy.change_refused',
  'policy.changed',
  'lender.changed',
  'document.added',
  'renewal.due',
  'renewal.offered',
  'policy.renewed',
  'policy.ended',
  'request.ended',
] as const

export type ChangeType = (typeof changeTypes)[number]

export type Because = { event: string; facts?: Readonly<Record<string, unknown>> | undefined }

const ofStage: Readonly<Record<Stage, ChangeType>> = {
  application: 'answers.changed',
  quoting: 'quotes.requested',
  quoted: 'offers.published',
  buying: 'purchase.changed',
  bound: 'policy.changed',
  ended: 'request.ended',
}

/** Events that say more than the stage does, and the stage that a home must have for it to be about this home. */
const ofEvent: Readonly<Record<string, { type: ChangeType; stage: Stage }>> = {
  created: { type: 'request.created', stage: 'application' },
  select: { type: 'offer.selected', stage: 'buying' },
  offer_selected: { type: 'offer.selected', stage: 'buying' },
  bind: { type: 'policy.issued', stage: 'bound' },
  bind_some: { type: 'policy.issued', stage: 'bound' },
  carrier_bound: { type: 'policy.issued', stage: 'bound' },
  policy_request_asked: { type: 'policy.change_requested', stage: 'bound' },
  policy_request_settled: { type: 'policy.changed', stage: 'bound' },
  policy_document: { type: 'document.added', stage: 'bound' },
  renewal_due: { type: 'renewal.due', stage: 'bound' },
  renewal_offered: { type: 'renewal.offered', stage: 'bound' },
  policy_renewed: { type: 'policy.renewed', stage: 'bound' },
  policy_ended: { type: 'policy.ended', stage: 'bound' },
  policy_canceled: { type: 'policy.ended', stage: 'bound' },
}

export const saysMore = ({ event }: Because): boolean => event in ofEvent

const settled = ({ kind, status }: NonNullable<Because['facts']>): ChangeType => {
  if (status !== 'done') return 'policy.change_refused'
  return kind === 'lender' ? 'lender.changed' : 'policy.changed'
}

export const changeTypeOf = (stage: Stage | null, because?: Because): ChangeType | null => {
  if (stage === null) return null
  const told = because && ofEvent[because.event]
  if (told?.stage !== stage) return ofStage[stage]
  return because?.event === 'policy_request_settled' ? settled(because.facts ?? {}) : told.type
}
