import type { PolicyEnd } from '../policies/policy-end.ts'

export const END_REASONS: Readonly<Record<PolicyEnd['end_reason'], string>> = {
  insured: 'The customer asked for it',
  carrier: 'The carrier canceled it',
  home_sold: 'The home was sold',
  insured_died: 'The insured died',
  other: 'Another reason',
}
