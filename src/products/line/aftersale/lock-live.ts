import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { lockIntakeRow } from '../record/store.ts'

/** Takes the lock of the application, so decisions rest on the recorded state. Null: the policy was canceled. */
export const lockLive = async (app: App, { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>) => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
  const policy = await policyOf(app, { uid, policy_id })
  return policy && policy.end === null ? policy : null
}
