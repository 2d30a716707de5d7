import type { Policy } from '../policies.ts'
import type { RenewalDetails, RenewalLimit } from './renewals.ts'

export type LimitLabel = { name: RenewalLimit; label: string; kind: 'limit' | 'deductible' }

export type Underlying = { auto: string; home: string }

export type LineLimits = {
  names: readonly RenewalLimit[]
  canDrop: boolean
  labels(policy: Policy): LimitLabel[]
  underlying(policy: Pick<Policy, 'coverages'>): Underlying | null
}

export const areLimitsOf = ({ names, canDrop }: LineLimits, { limits = {} }: RenewalDetails): boolean =>
  Object.entries(limits).every(
    ([name, dollars]) => names.some(own => own === name) && (canDrop || dollars !== null),
  )

export const isIssuedWith = ({ coverages }: Pick<Policy, 'coverages'>, { label }: LimitLabel): boolean =>
  coverages.some(one => one.label === label)

type Issued = Pick<Policy, 'coverages'>

/** Every limit that the policy was issued with was stated for the renewed period, or was said to be dropped. */
export const areLimitsStated = (
  policy: Issued,
  { limits = {} }: RenewalDetails,
  labels: readonly LimitLabel[],
): boolean => labels.every(one => !isIssuedWith(policy, one) || limits[one.name] !== undefined)

export const droppedLimits = ({ limits = {} }: RenewalDetails, labels: readonly LimitLabel[]): LimitLabel[] =>
  labels.filter(({ name }) => limits[name] === null)
