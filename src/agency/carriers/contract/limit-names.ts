import type { LineName } from '../../../platform/lines.ts'

export const LIMIT_NAMES = {
  homeowners: [
    'dwelling_coverage',
    'other_structures',
    'personal_property',
    'loss_of_use',
    'personal_liability',
    'medical_payments',
    'deductible',
    'wind_hail_deductible',
  ],
  umbrella: ['coverage_limit'],
} as const satisfies Record<LineName, readonly string[]>

export type LimitName<L extends LineName = LineName> = (typeof LIMIT_NAMES)[L][number]
