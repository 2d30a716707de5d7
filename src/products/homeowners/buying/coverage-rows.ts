import type { LimitName } from '../../../agency/carriers/contract/limit-names.ts'
import type { LimitLabel } from '../../../agency/policies/life/limits.ts'
import type { LabelledRow } from '../../../agency/policies/terms.ts'
import { usd } from '../../../platform/values/money.ts'

// Florida's separate deductible is for hurricanes only, not for other wind or hail (Fla. Stat. 627.701).
const stormLabel = (state: string | undefined): string =>
  state === 'FL' ? 'Hurricane deductible' : 'Wind and hail deductible'

type CoverageAmount = { label: string; dollars: number; kind: 'limit' | 'deductible' }

type HomeLimit = LimitName<'homeowners'>

type HomeLimitLabel = LimitLabel & { name: HomeLimit }

export const limitLabels = (form: string | null | undefined, state: string | undefined): HomeLimitLabel[] => {
  const isLandlord = form === 'DP-3'
  const labels: [name: HomeLimit, label: string][] = [
    ['dwelling_coverage', 'Dwelling (A)'],
    ['other_structures', 'Other structures (B)'],
    ['personal_property', isLandlord ? 'Landlord’s furnishings (C)' : 'Personal property (C)'],
    ['loss_of_use', isLandlord ? 'Lost rent (D)' : 'Loss of use (D)'],
    [
      'personal_liability',
      isLandlord ? 'Personal liability (L), each occurrence' : 'Personal liability (E), each occurrence',
    ],
    [
      'medical_payments',
      isLandlord
        ? 'Medical payments to others (M), each person'
        : 'Medical payments to others (F), each person',
    ],
    ['deductible', 'Deductible, each loss'],
    ['wind_hail_deductible', stormLabel(state)],
  ]
  return labels.map(([name, label]) => ({
    name,
    label,
    kind: /deductible$/.test(name) ? 'deductible' : 'limit',
  }))
}

type Limits = { readonly [K in HomeLimit]?: number | null | undefined }

export const coverageAmounts = (
  limits: Limits & { policy_form: string | null },
  state: string | undefined,
): CoverageAmount[] =>
  limitLabels(limits.policy_form, state).flatMap(({ name, label, kind }) => {
    const dollars = limits[name]
    return dollars === undefined || dollars === null ? [] : [{ label, dollars, kind }]
  })

export const coverageRows = (
  limits: Parameters<typeof coverageAmounts>[0],
  state: string | undefined,
): LabelledRow[] =>
  coverageAmounts(limits, state).map(({ label, dollars }) => ({ label, amount: usd(dollars) }))
