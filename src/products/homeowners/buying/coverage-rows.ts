import {
  COVERAGES,
  coverageAmountWords,
  type Endorsements,
  endorsementCodes,
} from '../../../agency/carriers/contract/coverages.ts'
import { LIMIT_NAMES, type LimitName } from '../../../agency/carriers/contract/limit-names.ts'
import { type LimitLabel, limitLabel } from '../../../agency/policies/life/limits.ts'
import type { LabelledRow } from '../../../agency/policies/terms.ts'
import { usd } from '../../../platform/values/money.ts'

type CoverageAmount = { label: string; dollars: number; kind: 'limit' | 'deductible' }

type HomeLimit = LimitName<'homeowners'>

export const limitLabels = (
  form: string | null | undefined,
  state: string | undefined,
): LimitLabel<HomeLimit>[] => LIMIT_NAMES.homeowners.map(name => limitLabel(name, { form, state }))

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
  limits: Parameters<typeof coverageAmounts>[0] & Endorsements & { scheduled_property?: number },
  state: string | undefined,
): LabelledRow[] => [
  ...coverageAmounts(limits, state).map(({ label, dollars }) => ({ label, amount: usd(dollars) })),
  ...endorsementCodes.flatMap(code => {
    const value = limits[code]
    return value === undefined
      ? []
      : [{ label: COVERAGES[code].label, amount: coverageAmountWords(code, value) }]
  }),
  ...(limits.scheduled_property === undefined
    ? []
    : [{ label: 'Scheduled items', amount: usd(limits.scheduled_property) }]),
]
