import { LIFE_WORDS, type PolicyLife } from '../../../agency/policies/policy-life.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import type { Bucket, DetailStatus } from '../../../products/homeowners/intake/property-row-store.ts'
import type { WaitingOn } from '../../../products/line/wire/waiting-on.ts'
import { type UmbrellaStatus, umbrellaLifecycle } from '../../../products/umbrella/application/lifecycle.ts'
import { umbrellaTurn, usualFacts } from '../../../products/umbrella/application/turn.ts'

export const STALE_DAYS = 3

export const people = ['homeowner', 'buyer', 'email_proof', 'payment'] as const satisfies readonly WaitingOn[]

const umbrellaWaiting = (on: readonly WaitingOn[]): UmbrellaStatus[] =>
  umbrellaLifecycle.states.filter(status => on.includes(umbrellaTurn(status, usualFacts).waiting_on))

export const umbrellaStatuses: Record<'bound' | 'ended', readonly UmbrellaStatus[]> = {
  bound: ['bound'],
  ended: ['ineligible', 'no_quotes', 'blocked'],
}

export const umbrellaSelected: readonly UmbrellaStatus[] = [
  'credit_consent_required',
  'needs_more_info_to_bind',
  'ready_to_finalize',
  'signature_needed',
  'chosen',
  'documents_needed',
  'documents_pending_review',
  'payment_needed',
  'waiting_on_carrier',
  'info_requested',
]

export const umbrellaOperators = umbrellaWaiting(['operator'])
export const umbrellaPeoples = umbrellaWaiting(people)

export type Attention = { kind: 'your_turn' } | { kind: 'no_answer'; days: number }

export const attentionTo = (
  { waitingOn, updatedAt }: { waitingOn: WaitingOn; updatedAt: Date },
  now: Date,
): Attention | null => {
  if (waitingOn === 'operator') return { kind: 'your_turn' }
  const days = Math.floor((now.getTime() - updatedAt.getTime()) / DAY)
  const isPerson = people.some(person => person === waitingOn)
  return isPerson && days >= STALE_DAYS ? { kind: 'no_answer', days } : null
}

export type StandingBadge = { label: string; tone: '' | 'info' | 'success' | 'warning' | 'danger' }

const outcome = (label: string, tone: StandingBadge['tone'] = ''): StandingBadge => ({ label, tone })

const HOME_BUCKETS: Record<Bucket, StandingBadge> = {
  needs_more_info: outcome('Needs more info', 'warning'),
  pending_quotes: outcome('Pending quotes', 'info'),
  quoted: outcome('Quoted', 'info'),
  quotes_published: outcome('Quotes published', 'info'),
}

const HOME_DETAILS: Record<DetailStatus, StandingBadge> = {
  selected: outcome('Offer selected', 'info'),
  bound: outcome('Bound', 'success'),
  canceled: outcome('Canceled'),
  not_insured: outcome('Not insured'),
  withdrawn: outcome('Withdrawn'),
  expired: outcome('Expired'),
}

export const bucketOutcome = (bucket: Bucket): StandingBadge => HOME_BUCKETS[bucket]

export const homeOutcome = (row: {
  status: Bucket
  detail_status: DetailStatus | null
  waiting_on: WaitingOn | null
}): StandingBadge => {
  if (row.detail_status) return HOME_DETAILS[row.detail_status]
  return row.status === 'quoted' && row.waiting_on === 'nobody'
    ? outcome('No offers')
    : HOME_BUCKETS[row.status]
}

const LIVES: Record<Exclude<PolicyLife, 'active'>, StandingBadge['tone']> = {
  cancel_requested: 'warning',
  canceled: '',
  change_requested: 'info',
  changed: 'success',
  renewal_offered: 'info',
  renewed: 'success',
  expired: '',
}

export const lifeOutcome = (life: PolicyLife | undefined): StandingBadge | null =>
  life === undefined || life === 'active' ? null : outcome(LIFE_WORDS[life], LIVES[life])

const UMBRELLA: Record<UmbrellaStatus, StandingBadge> = {
  needs_more_info: outcome('Needs more info', 'warning'),
  ready_for_review: outcome('Ready for review', 'info'),
  ineligible: outcome('Not eligible'),
  pending_quotes: outcome('Pending quotes', 'info'),
  quoted: outcome('Quoted', 'info'),
  no_quotes: outcome('No offers'),
  credit_consent_required: outcome('Credit consent needed', 'info'),
  needs_more_info_to_bind: outcome('Needs more info', 'warning'),
  ready_to_finalize: outcome('Ready to buy', 'info'),
  signature_needed: outcome('Signature needed', 'info'),
  chosen: outcome('Being bought', 'info'),
  documents_needed: outcome('Documents needed', 'warning'),
  documents_pending_review: outcome('Documents in review', 'info'),
  payment_needed: outcome('Payment needed', 'info'),
  waiting_on_carrier: outcome('With the carrier', 'info'),
  info_requested: outcome('Information requested', 'warning'),
  blocked: outcome('Blocked', 'danger'),
  bound: outcome('Bound', 'success'),
}

export const umbrellaOutcome = ({
  status,
  erased,
}: {
  status: UmbrellaStatus
  erased: boolean
}): StandingBadge => (erased && status !== 'bound' ? outcome('Expired') : UMBRELLA[status])

export const WAITING: Record<WaitingOn, string> = {
  operator: 'Waiting on you',
  homeowner: 'Waiting on the homeowner',
  buyer: 'Waiting on the buyer',
  email_proof: 'Waiting for email confirmation',
  carrier: 'Waiting on carriers',
  staff: 'With the agency',
  payment: 'Waiting on payment',
  nobody: '',
}
