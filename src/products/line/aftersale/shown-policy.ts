import { momentIn } from '../../../agency/policies/coverage-start.ts'
import { hasEnded, isBinderOver, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { policyToday, shownLife } from './shown-life.ts'
import { paidRowsNow } from './terms-now.ts'

export type ShownPolicy = Awaited<ReturnType<typeof shownPolicy>>

export const shownPolicy = async (app: App, policy: Policy) => {
  const now = app.clock.now()
  const { policy_id, policy_number, carrier, carrier_info, effective_date, end } = policy
  return {
    renewal: null,
    ...shownLife(policy, now),
    policy_id,
    policy_number,
    carrier,
    carrier_info,
    illustrative: policy.illustrative ?? false,
    effective_date,
    covered_from: momentIn(stateOf(policy), new Date(policy.effective_at)),
    today: policyToday(policy, now),
    /** Set only if it was canceled: coverage ends at 12:01 a.m. on this day. */
    ended_on: end?.ended_on ?? null,
    is_void: neverTookEffect(policy),
    is_over: hasEnded(policy, now),
    isBinderOver: isBinderOver(policy, now),
    paid: await paidRowsNow(app, policy),
    requests: policy.requests.map(({ kind, status, answer, asked_at }) => ({
      kind,
      status,
      answer,
      asked_on: dayIn(stateOf(policy), asked_at),
    })),
  }
}
