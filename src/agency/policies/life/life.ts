import { dayIn } from '../../../platform/lib/local-day.ts'
import type { PolicyLife } from '../policy-life.ts'
import { stateOf } from '../terms.ts'
import { policyNow } from './period.ts'
import { hasEnded, type Term } from './policy-end.ts'
import type { Renewal } from './renewals.ts'
import { isWaiting, type PolicyRequest } from './requests.ts'

type Lived = Term & {
  requests: readonly Pick<PolicyRequest, 'kind' | 'status' | 'answered_at'>[]
  renewals: readonly Pick<Renewal, 'status' | 'period_to' | 'valid_until' | 'recorded_at'>[]
}

const CHANGES: readonly PolicyRequest['kind'][] = ['lender', 'mailing_address', 'coverage', 'named_insured']

const lastOf = (moments: readonly (Date | null)[]): number =>
  Math.max(0, ...moments.map(moment => moment?.getTime() ?? 0))

const lastDone = ({ requests, renewals }: Lived): PolicyLife => {
  const changed = lastOf(
    requests
      .filter(({ kind, status }) => CHANGES.includes(kind) && status === 'done')
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
  return waiting.some(({ kind }) => CHANGES.includes(kind)) ? 'change_requested' : lastDone(policy)
}
