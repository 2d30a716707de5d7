import { startOfDay } from '../line/wire/coverage-start.ts'
import type { PolicyEndRow } from './end-store.ts'
import { type PolicyFacts, stateOf } from './terms.ts'

/** A policy that was canceled. Coverage ends at 12:01 a.m. on `ended_on`, where the property is. */
export type PolicyEnd = {
  ended_on: string
  end_reason: NonNullable<PolicyEndRow['end_reason']>
  recorded_by: string
  recorded_at: Date
  /** The carrier has not stated the return premium yet. */
  refund_later: boolean
  told: PolicyEndRow['told']
}

type Term = Pick<PolicyFacts, 'expiration_date' | 'state' | 'insured'> & {
  end: Pick<PolicyEnd, 'ended_on'> | null
}

/** From the rows of one policy, oldest first. */
export const policyEndIn = (rows: readonly PolicyEndRow[]): PolicyEnd | null => {
  const last = rows.findLast(({ kind }) => kind !== 'noticed')
  if (!last || last.ended_on === null || last.end_reason === null) return null
  const { ended_on, end_reason, recorded_by, recorded_at, refund, told } = last
  return { ended_on, end_reason, recorded_by, recorded_at, refund_later: refund === 'later', told }
}

export const coverageEndsOn = ({ end, expiration_date }: Pick<Term, 'end' | 'expiration_date'>): string =>
  end?.ended_on ?? expiration_date

export const hasEnded = (policy: Term, now: Date): boolean =>
  now >= startOfDay(stateOf(policy), coverageEndsOn(policy))

/** A policy ends early on one of its own days: the first, if it never covered anything. */
export const canEndOn = (
  day: string,
  { effective_date, expiration_date }: Pick<PolicyFacts, 'effective_date' | 'expiration_date'>,
): boolean => day >= effective_date && day < expiration_date
