import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

const everybody: readonly UmbrellaFieldName[] = [
  'full_name',
  'email',
  'phone_number',
  'birthday',
  'street',
  'city',
  'state',
  'zip',
  'marital_status',
  'license_state',
  'license_number',
  'net_worth_numeric',
  'desired_coverage_limit',
]

const counts: readonly UmbrellaFieldName[] = [
  'vehicle_count',
  'motorcycles',
  'antique_vehicles',
  'jet_skis',
  'large_watercraft',
  'property_count',
  'non_us_property_count',
  'drivers_under_22',
  'drivers_over_70',
  'moving_violations',
  'at_fault_accidents',
]

const yesOrNo: readonly UmbrellaFieldName[] = [
  'auto_has_insurance',
  'professional_entertainer_or_public_figure',
  'household_open_claim',
  'liability_loss_in_last_5_years',
  'four_or_more_losses_over_25k',
  'reckless_driving_conviction',
  'felony',
]

export const requiredForReview = (answers: UmbrellaAnswers): readonly string[] => [
  ...everybody,
  ...(answers.marital_status === 'married' ? (['spouse_full_name', 'spouse_birthday'] as const) : []),
  ...counts,
  ...yesOrNo,
  ...(answers.liability_loss_in_last_5_years ? (['liability_loss_over_50k'] as const) : []),
]

export const requiredToBind = ({ vehicle_count = 0 }: UmbrellaAnswers): readonly string[] => [
  ...(vehicle_count > 0 ? (['vehicles'] as const) : []),
  'effective_date',
  'prior_carrier',
]
