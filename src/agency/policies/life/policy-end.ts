import { HOUR, later } from '../../../platform/lib/clock.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { startOfDay } from '../coverage-start.ts'
import { type PolicyFacts, stateOf } from '../terms.ts'
import { type IssuedTerms, versionOn } from '../versions.ts'
import type { PolicyEndRow } from './end-store.ts'

/** When a renewal is asked for. */
export const RENEWAL_DAYS_AHEAD = 90

export type Versioned<T extends keyof IssuedTerms = 'period'> = {
  versions: readonly { effective_from: string; terms: Pick<IssuedTerms, T> }[]
}

type Period = { from: string; to: string; annual_price: number }

/** A day before the first period counts as part of it. */
export const periodOn = ({ versions }: Versioned<'period' | 'price_cents'>, day: string): Period => {
  const { period, price_cents } = versionOn(versions, day).terms
  return { ...period, annual_price: Math.round(price_cents / 100) }
}

export const numberOn = ({ versions }: Versioned<'policy_number'>, day: string): string =>
  versionOn(versions, day).terms.policy_number

export const numbersOf = ({ versions }: Versioned<'policy_number'>): string[] => [
  ...new Set(versions.map(({ terms }) => terms.policy_number)),
]

const LAST_DAY = '9999-12-31'

export const expiresOn = ({ versions }: Versioned): string => versionOn(versions, LAST_DAY).terms.period.to

/** A rehearsal's policy is older than the calendar says by as much as its owner moved its clock. */
export const policyNow = ({ aged_hours }: { aged_hours: number }, now: Date): Date =>
  later(now, aged_hours * HOUR)

/** A policy that was canceled. Coverage ends at 12:01 a.m. on `ended_on`, where the property is. */
export type PolicyEnd = {
  ended_on: string
  end_reason: NonNullable<PolicyEndRow['end_reason']>
  recorded_by: string
  recorded_at: Date
  refund_later: boolean
  told: PolicyEndRow['told']
}

export type Term = Pick<PolicyFacts, 'effective_at' | 'state' | 'insured'> &
  Versioned & { end: Pick<PolicyEnd, 'ended_on'> | null; aged_hours: number }

export const policyEndIn = (rows: readonly PolicyEndRow[]): PolicyEnd | null => {
  const last = rows.findLast(({ kind }) => kind !== 'noticed')
  if (!last || last.ended_on === null || last.end_reason === null) return null
  const { ended_on, end_reason, recorded_by, recorded_at, refund, told } = last
  return { ended_on, end_reason, recorded_by, recorded_at, refund_later: refund === 'later', told }
}

export const coverageEndsOn = (policy: Pick<Term, 'end' | 'versions'>): string =>
  policy.end?.ended_on ?? expiresOn(policy)

export const endsUnstarted = (
  state: string,
  { effective_at, ended_on }: { effective_at: string; ended_on: string },
): boolean => startOfDay(state, ended_on) <= new Date(effective_at)

export const neverTookEffect = (policy: Term): boolean =>
  policy.end !== null &&
  endsUnstarted(stateOf(policy), { effective_at: policy.effective_at, ended_on: policy.end.ended_on })

export const hasEnded = (policy: Term, now: Date): boolean =>
  neverTookEffect(policy) || policyNow(policy, now) >= startOfDay(stateOf(policy), coverageEndsOn(policy))

type Bound = Term & Pick<PolicyFacts, 'binder_ends'>

/** A binder is temporary. From then on only the policy itself proves the insurance. */
export const isBinderOver = (policy: Bound, now: Date): boolean =>
  policy.binder_ends !== undefined &&
  policyNow(policy, now) >= startOfDay(stateOf(policy), policy.binder_ends)

/** For the binder, which is in English and otherwise stays as it was issued. */
export const endNotice = (policy: Bound, now: Date): string | null => {
  if (policy.end === null) {
    if (hasEnded(policy, now))
      return `THIS POLICY EXPIRED ${dayWords(expiresOn(policy))} at 12:01 a.m. This binder is no longer proof of insurance.`
    return isBinderOver(policy, now) && policy.binder_ends
      ? `THIS BINDER ENDED ${dayWords(policy.binder_ends)} at 12:01 a.m. It is no longer proof of insurance. The policy itself is.`
      : null
  }
  if (neverTookEffect(policy))
    return 'CANCELED FROM THE START. This policy never took effect. This binder is not proof of insurance.'
  const ends = hasEnded(policy, now) ? 'CANCELED. This policy ended' : 'THIS POLICY ENDS'
  return `${ends} ${dayWords(policy.end.ended_on)} at 12:01 a.m. It is not proof of insurance after that.`
}

/** A policy ends early on one of its own days: the first, if it never covered anything. */
export const canEndOn = (day: string, policy: Pick<PolicyFacts, 'effective_date'> & Versioned): boolean =>
  day >= policy.effective_date && day < expiresOn(policy)
