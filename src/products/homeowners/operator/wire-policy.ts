import type { Policy } from '../../../agency/policies/policies.ts'
import { shownLife, shownRequests } from '../../line/aftersale/shown-life.ts'

export const wirePolicy = (policy: Policy, now: Date) => ({
  policy_number: policy.policy_number,
  carrier: policy.carrier,
  property_id: policy.item,
  effective_date: policy.effective_date,
  effective_at: policy.effective_at,
  ...(policy.end && { ended_on: policy.end.ended_on }),
  ...shownRequests(policy),
  ...shownLife(policy, now),
})
