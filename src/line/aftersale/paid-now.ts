import type { App } from '../../app.ts'
import {
  howPaid,
  howPaidRows,
  type PaidRow,
  renewalPaidRows,
  unknownPaidRow,
} from '../../policies/how-paid.ts'
import type { Policy } from '../../policies/policies.ts'
import { renewedNow } from './shown-life.ts'

/** In the period that runs. What was agreed at the purchase holds for the first one only. */
export const paidRowsNow = async (app: App, policy: Policy): Promise<PaidRow[]> => {
  const renewal = renewedNow(policy, app.clock.now())
  if (renewal === null) {
    const paid = await howPaid(app, policy.uid, policy)
    return paid ? howPaidRows(paid) : []
  }
  const rows = renewalPaidRows(renewal, policy)
  return rows.length > 0 ? rows : [unknownPaidRow()]
}
