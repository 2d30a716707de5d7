export const limitNames = [
  'dwelling_coverage',
  'other_structures',
  'personal_property',
  'loss_of_use',
  'personal_liability',
  'medical_payments',
  'deductible',
  'wind_hail_deductible',
] as const

export type LimitName = (typeof limitNames)[number]
