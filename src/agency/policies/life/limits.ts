import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { LimitName } from '../../carriers/contract/limit-names.ts'
import type { PolicyFacts, PolicyTerms } from '../terms.ts'
import type { RenewalDetails, RenewalLimit } from './renewals.ts'

export type LimitLabel<N extends LimitName = LimitName> = {
  name: N
  label: string
  kind: 'limit' | 'deductible'
}

type Worded = { form: string | null | undefined; state: string | undefined }

const orLandlords =
  (words: string, landlords: string) =>
  ({ form }: Worded): string =>
    form === 'DP-3' ? landlords : words

const LABELS: Readonly<Record<LimitName, (worded: Worded) => string>> = {
  dwelling_coverage: () => 'Dwelling (A)',
  other_structures: () => 'Other structures (B)',
  personal_property: orLandlords('Personal property (C)', 'Landlord’s furnishings (C)'),
  loss_of_use: orLandlords('Loss of use (D)', 'Lost rent (D)'),
  personal_liability: orLandlords(
    'Personal liability (E), each occurrence',
    'Personal liability (L), each occurrence',
  ),
  medical_payments: orLandlords(
    'Medical payments to others (F), each person',
    'Medical payments to others (M), each person',
  ),
  deductible: () => 'Deductible, each loss',
  // Florida's separate deductible is for hurricanes only, not for other wind or hail (Fla. Stat. 627.701).
  wind_hail_deductible: ({ state }) => (state === 'FL' ? 'Hurricane deductible' : 'Wind and hail deductible'),
  coverage_limit: () => 'Personal umbrella, each occurrence',
}

export const limitLabel = <N extends LimitName>(name: N, worded: Worded): LimitLabel<N> => ({
  name,
  label: LABELS[name](worded),
  kind: /deductible$/.test(name) ? 'deductible' : 'limit',
})

export const limitLabelled = (label: string, worded: Worded): LimitName | undefined =>
  keysOf(LABELS).find(name => LABELS[name](worded) === label)

export type Underlying = { auto: string; home: string }

export type LineLimits = {
  names: readonly RenewalLimit[]
  canDrop: boolean
  labels(policy: Pick<PolicyFacts, 'form' | 'insured' | 'state'>): LimitLabel[]
  underlying(policy: Pick<PolicyTerms, 'coverages'>): Underlying | null
}

export const areLimitsOf = ({ names, canDrop }: LineLimits, { limits = {} }: RenewalDetails): boolean =>
  Object.entries(limits).every(
    ([name, dollars]) => names.some(own => own === name) && (canDrop || dollars !== null),
  )

export const isIssuedWith = ({ coverages }: Pick<PolicyTerms, 'coverages'>, { label }: LimitLabel): boolean =>
  coverages.some(one => one.label === label)
