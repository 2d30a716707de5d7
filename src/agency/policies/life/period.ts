import { HOUR, later } from '../../../platform/lib/clock.ts'
import type { PolicyFacts } from '../terms.ts'
import type { Renewal } from './renewals.ts'

/** When a renewal is asked for. */
export const RENEWAL_DAYS_AHEAD = 60

type Periods = Pick<PolicyFacts, 'effective_date' | 'expiration_date' | 'annual_price'> & {
  renewals: readonly Pick<Renewal, 'status' | 'due_on' | 'period_to' | 'annual_price'>[]
}

export type Period = { from: string; to: string; annual_price: number }

const periodsOf = ({
  effective_date,
  expiration_date,
  annual_price,
  renewals,
}: Periods): [Period, ...Period[]] => [
  { from: effective_date, to: expiration_date, annual_price },
  ...renewals.flatMap(({ status, due_on, period_to, annual_price: price }) =>
    status === 'renewed' && period_to !== null && price !== null
      ? [{ from: due_on, to: period_to, annual_price: price }]
      : [],
  ),
]

/** A day before the first period counts as part of it. */
export const periodOn = (policy: Periods, day: string): Period => {
  const [first, ...later] = periodsOf(policy)
  return later.findLast(({ from }) => from <= day) ?? first
}

type Numbered = {
  issued_number: string
  renewals: readonly Pick<Renewal, 'status' | 'due_on' | 'policy_number'>[]
}

const renumbered = ({ renewals }: Numbered) =>
  renewals.flatMap(({ status, due_on, policy_number }) =>
    status === 'renewed' && policy_number !== undefined ? [{ from: due_on, policy_number }] : [],
  )

export const numberOn = (policy: Numbered, day: string): string =>
  renumbered(policy).findLast(({ from }) => from <= day)?.policy_number ?? policy.issued_number

export const numbersOf = (policy: Numbered): string[] => [
  ...new Set([policy.issued_number, ...renumbered(policy).map(({ policy_number }) => policy_number)]),
]

export const expiresOn = (
  policy: Pick<Periods, 'expiration_date'> & {
    renewals: readonly Pick<Renewal, 'status' | 'period_to'>[]
  },
): string =>
  policy.renewals.reduce(
    (last, { status, period_to }) => (status === 'renewed' && period_to !== null ? period_to : last),
    policy.expiration_date,
  )

/** A rehearsal's policy is older than the calendar says by as much as its owner moved its clock. */
export const policyNow = ({ aged_hours }: { aged_hours: number }, now: Date): Date =>
  later(now, aged_hours * HOUR)
