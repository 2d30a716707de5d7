import { LIFE_WORDS, type PolicyLife } from '../../../agency/policies/policy-life.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import {
  type Bucket,
  type DetailStatus,
  homeStatus,
} from '../../../products/homeowners/application/statuses.ts'
import { type Badge, badge } from '../../../products/line/record/status-book.ts'
import type { ReviewedStatus } from '../../../products/line/reviewed-purchase/application/lifecycle.ts'
import {
  shownBadge,
  shownStatus,
  statuses,
} from '../../../products/line/reviewed-purchase/application/statuses.ts'
import type { WaitingOn } from '../../../products/line/wire/waiting-on.ts'

export const views = ['attention', 'open', 'bound', 'ended'] as const
export type View = (typeof views)[number]

export const STALE_DAYS = 3

export const people = ['homeowner', 'buyer', 'email_proof', 'payment'] as const satisfies readonly WaitingOn[]

export const umbrellaStatuses = {
  bound: statuses.where(({ coarse }) => coarse === 'bound'),
  ended: statuses.where(({ coarse }) => coarse === 'abandoned'),
}

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

export const homeOutcome = (row: {
  status: Bucket
  detail_status: DetailStatus | null
  waiting_on: WaitingOn
}): Badge => {
  const isLeft = row.detail_status === null && row.status === 'quoted' && row.waiting_on === 'nobody'
  return homeStatus(isLeft ? 'no_offers' : (row.detail_status ?? row.status)).badge
}

const LIVES: Record<Exclude<PolicyLife, 'active'>, Badge['tone']> = {
  cancel_requested: 'warning',
  canceled: '',
  change_requested: 'info',
  changed: 'success',
  renewal_offered: 'info',
  renewed: 'success',
  expired: '',
}

export const lifeOutcome = (life: PolicyLife | undefined): Badge | null =>
  life === undefined || life === 'active' ? null : badge(LIFE_WORDS[life], LIVES[life])

export const umbrellaOutcome = ({ status, erased }: { status: ReviewedStatus; erased: boolean }): Badge =>
  shownBadge(shownStatus(status, { isErased: erased, isCanceled: false }).detail_status)

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
