import { HOUR, later } from '../../../platform/lib/clock.ts'
import { type IssuedTerms, versionOn } from '../versions.ts'

/** When a renewal is asked for. */
export const RENEWAL_DAYS_AHEAD = 90

export type Versioned<T extends keyof IssuedTerms = 'period'> = {
  versions: readonly { effective_from: string; terms: Pick<IssuedTerms, T> }[]
}

export type Period = { from: string; to: string; annual_price: number }

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
