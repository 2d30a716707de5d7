import { dayIn } from '../../../platform/lib/local-day.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { isChange } from '../../carriers/contract/policy-change.ts'
import { startOfDay } from '../coverage-start.ts'
import type { PolicyLife, PolicyStanding, PolicyState } from '../policy-life.ts'
import { stateOf } from '../terms.ts'
import {
  coverageEndsOn,
  expiresOn,
  hasEnded,
  policyNow,
  RENEWAL_DAYS_AHEAD,
  type Term,
} from './policy-end.ts'
import type { Renewal } from './renewals.ts'
import { isWaiting, type PolicyRequest } from './requests.ts'

type Lived = Term & {
  requests: readonly Pick<PolicyRequest, 'kind' | 'status' | 'answered_at'>[]
  renewals: readonly Pick<Renewal, 'status' | 'period_to' | 'valid_until' | 'recorded_at'>[]
}

const lastOf = (moments: readonly (Date | null)[]): number =>
  Math.max(0, ...moments.map(moment => moment?.getTime() ?? 0))

const lastDone = ({ requests, renewals }: Lived): PolicyLife => {
  const changed = lastOf(
    requests
      .filter(({ kind, status }) => isChange(kind) && status === 'done')
      .map(({ answered_at }) => answered_at),
  )
  const renewed = lastOf(
    renewals.filter(({ status }) => status === 'renewed').map(({ recorded_at }) => recorded_at),
  )
  if (changed === 0 && renewed === 0) return 'active'
  return changed > renewed ? 'changed' : 'renewed'
}

export const hasOfferLapsed = (policy: Lived, now: Date): boolean => {
  const { status, valid_until = null } = policy.renewals.at(-1) ?? {}
  return (
    status === 'offered' &&
    valid_until !== null &&
    valid_until < dayIn(stateOf(policy), policyNow(policy, now)) &&
    !policy.requests.some(one => one.kind === 'renewal' && isWaiting(one))
  )
}

export const lifeOf = (policy: Lived, now: Date): PolicyLife => {
  if (policy.end !== null) return 'canceled'
  if (hasEnded(policy, now)) return 'expired'
  const waiting = policy.requests.filter(isWaiting)
  if (waiting.some(({ kind }) => kind === 'cancellation')) return 'cancel_requested'
  if (policy.renewals.at(-1)?.status === 'offered' && !hasOfferLapsed(policy, now)) return 'renewal_offered'
  return waiting.some(({ kind }) => isChange(kind)) ? 'change_requested' : lastDone(policy)
}

/** A policy that is canceled for a day before it starts has ended, because it never covers anything. */
const stateNow = (policy: Lived, now: Date): PolicyState => {
  if (hasEnded(policy, now)) return 'ended'
  const at = policyNow(policy, now)
  if (at < new Date(policy.effective_at)) return 'scheduled'
  const isRefused = policy.renewals.at(-1)?.status === 'not_renewed'
  if (policy.end !== null || isRefused) return 'ending'
  const radar = startOfDay(stateOf(policy), plusDays(expiresOn(policy), -RENEWAL_DAYS_AHEAD))
  return at < radar ? 'active' : 'renewal_due'
}

export const standingOf = (policy: Lived, now: Date): PolicyStanding => ({
  life: lifeOf(policy, now),
  state: stateNow(policy, now),
  starts_on: policy.versions[0]?.effective_from ?? '',
  ends_on: coverageEndsOn(policy),
})
