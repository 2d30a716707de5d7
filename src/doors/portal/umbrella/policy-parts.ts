import { areLimitsStated } from '../../../agency/policies/life/limits.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { renewedNow } from '../../../products/line/aftersale/shown-life.ts'
import { paidRowsNow } from '../../../products/line/aftersale/terms-now.ts'
import { umbrellaLimitLabels, underlyingIn } from '../../../products/umbrella/buying/order.ts'
import type { ReviewContext } from './review-context.ts'

export const policyParts = async (
  app: App,
  uid: string,
): Promise<Pick<ReviewContext, 'paid' | 'isLimitOld' | 'underlying'>> => {
  const [policy] = await policiesOf(app, uid)
  if (!policy) return { paid: [], isLimitOld: false, underlying: null }
  const renewal = renewedNow(policy, app.clock.now())
  return {
    paid: await paidRowsNow(app, policy),
    isLimitOld: renewal !== null && !areLimitsStated(policy, renewal, umbrellaLimitLabels),
    underlying: underlyingIn(policy),
  }
}
