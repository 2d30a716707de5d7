import { DAY } from '../../../platform/lib/clock.ts'
import { people, STALE_DAYS } from '../../../products/line/requests-store.ts'
import type { WaitingOn } from '../../../products/line/wire/waiting-on.ts'

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
