import type { PolicyEnd } from '../../../agency/policies/life/policy-end.ts'
import { coverageEndsOn, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { dayWords } from '../../../platform/values/calendar.ts'

export const END_REASONS: Readonly<Record<PolicyEnd['end_reason'], string>> = {
  insured: 'The customer asked for it',
  carrier: 'The carrier canceled it',
  home_sold: 'The home was sold',
  insured_died: 'The insured died',
  other: 'Another reason',
}

export const endsWords = (policy: Policy): string => {
  const ends = neverTookEffect(policy) ? 'Never took effect' : dayWords(coverageEndsOn(policy))
  if (!policy.end) return ends
  const { end_reason: why } = policy.end
  if (why === 'insured' || why === 'carrier')
    return `${ends}, canceled by ${why === 'carrier' ? 'the carrier' : 'the customer'}`
  return `${ends}, canceled: ${END_REASONS[why].toLowerCase()}`
}
