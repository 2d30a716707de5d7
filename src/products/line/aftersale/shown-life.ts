import { listEndings } from '../../../agency/policies/life/end-store.ts'
import { hasOfferLapsed, standingOf } from '../../../agency/policies/life/life.ts'
import { expiresOn, hasEnded, periodOn, policyNow } from '../../../agency/policies/life/policy-end.ts'
import { onlyDetails, type Renewal } from '../../../agency/policies/life/renewals.ts'
import type { PolicyRequest } from '../../../agency/policies/life/requests.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { PolicyLife, PolicyRenewal, PolicyStanding } from '../../../agency/policies/policy-life.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'

export const policyToday = (policy: Policy, now: Date): string =>
  dayIn(stateOf(policy), policyNow(policy, now))

export const priceNow = (policy: Policy, now: Date): number =>
  periodOn(policy, policyToday(policy, now)).annual_price

export const renewedNow = (policy: Policy, now: Date): Renewal | null => {
  const today = policyToday(policy, now)
  if (hasEnded(policy, now)) return null
  return policy.renewals.findLast(({ status, due_on }) => status === 'renewed' && due_on <= today) ?? null
}

const renewalShown = (policy: Policy, now: Date): Renewal | null => {
  const last = policy.renewals.at(-1)
  if (!last || policy.end !== null) return null
  if (hasEnded(policy, now)) return last.status === 'not_renewed' ? last : null
  if (hasOfferLapsed(policy, now))
    return { ...last, status: 'due', annual_price: null, period_to: null, reasons: [] }
  return last.status === 'renewed' && last.due_on <= policyToday(policy, now) ? null : last
}

const wireRenewal = (renewal: Renewal): PolicyRenewal => {
  const { status, due_on, period_to, annual_price, valid_until, reasons } = renewal
  const { limits: _, ...details } = onlyDetails(renewal)
  return {
    status,
    effective_date: due_on,
    ...(period_to !== null && { expiration_date: period_to }),
    ...(annual_price !== null && { annual_price }),
    ...(valid_until !== null && { valid_until }),
    ...details,
    reasons,
  }
}

type ShownLife = PolicyStanding & {
  renewal?: PolicyRenewal
  expiration_date: string
  annual_price: number
}

export const shownLife = (policy: Policy, now: Date): ShownLife => {
  const renewal = renewalShown(policy, now)
  return {
    ...standingOf(policy, now),
    ...(renewal && { renewal: wireRenewal(renewal) }),
    expiration_date: expiresOn(policy),
    annual_price: priceNow(policy, now),
  }
}

/** After an erasure, a policy can no longer be opened. It is over by then: the law keeps its records until long after. */
export const erasedLives = async (app: App, uids: readonly string[]) => {
  const endings = await listEndings(app.db, uids)
  return (uid: string, item?: string | null): PolicyLife =>
    endings.some(one => one.uid === uid && (item === undefined || one.item === item)) ? 'canceled' : 'expired'
}

export const wireRequest = ({
  request_id,
  kind,
  wanted_on,
  change,
  details,
  status,
  asked_by,
  asked_at,
  answer,
}: PolicyRequest) => ({
  request_id,
  kind,
  wanted_on,
  ...(change && { change }),
  details,
  status,
  asked_by,
  asked_at: asked_at.toISOString(),
  answer,
})

export const shownRequests = ({ requests }: Pick<Policy, 'requests'>) =>
  requests.length === 0 ? {} : { requests: requests.map(wireRequest) }
