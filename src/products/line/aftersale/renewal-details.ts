import { isDeepStrictEqual } from 'node:util'
import { renewalPaidRows } from '../../../agency/policies/how-paid.ts'
import { recordVersion } from '../../../agency/policies/keep-versions.ts'
import { numbersOf } from '../../../agency/policies/life/policy-end.ts'
import {
  addRenewalDetails,
  mergedDetails,
  onlyDetails,
  type RenewalDetails,
} from '../../../agency/policies/life/renewals.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import { carrierOfPolicy } from '../../../agency/policies/store.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { termsRenewed } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { warnOfSharedNumber } from '../buying/binding.ts'
import { filePolicy } from '../record/book.ts'
import { lockIntakeRow } from '../record/store.ts'
import type { AfterSale } from './after-sale.ts'

export const newNumberIn = (policy: Policy, { policy_number }: RenewalDetails): string | null =>
  policy_number === undefined || policy_number === policy.policy_number ? null : policy_number

export const paidFactsOf = (policy: Policy, details: RenewalDetails): [label: string, words: string][] =>
  renewalPaidRows(details, policy).map(({ label, words }) => [label, words])

export const fileNumber = async (
  app: App,
  policy: Policy,
  { policy_number }: RenewalDetails,
): Promise<void> => {
  if (policy_number === undefined || numbersOf(policy).includes(policy_number)) return
  const row = await lockIntakeRow(app.db, policy.uid)
  if (!row) return
  const filed = { ...row, createdAt: row.created_at }
  await filePolicy(app, filed, policy_number)
  const carrier_id = await carrierOfPolicy(app.db, policy.policy_id)
  if (carrier_id) await warnOfSharedNumber(app, filed, { ...policy, policy_number, carrier_id })
}

type Completing = { line: AfterSale; actor: string; renewal_id: string; details: RenewalDetails }

/** Adds what became known after the renewal. `too_late`: the carrier has not renewed the policy, or it was canceled. */
export const completeRenewal = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
  { line, actor, renewal_id, details }: Completing,
): Promise<'recorded' | 'repeated' | 'too_late'> => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
  const policy = await policyOf(app, { uid, policy_id })
  const renewal = policy?.renewals.find(one => one.renewal_id === renewal_id)
  if (!policy || policy.end !== null || renewal?.status !== 'renewed') return 'too_late'
  const after = mergedDetails(renewal, details)
  if (isDeepStrictEqual(onlyDetails(renewal), after)) return 'repeated'
  await addRenewalDetails(app, renewal, after)
  const { due_on, period_to, annual_price } = renewal
  if (period_to !== null && annual_price !== null)
    await recordVersion(app, policy, {
      basis: 'correction',
      effective_from: due_on,
      change: terms =>
        terms.period.from === due_on
          ? termsRenewed(terms, { ...after, due_on, period_to, annual_price }, stateOf(policy))
          : terms,
      by: actor,
    })
  await fileNumber(app, policy, after)
  await line.markets.noteEvent(app, {
    uid,
    actor,
    event: 'renewal_completed',
    facts: { policy_id, renewal_id, stated: Object.keys(onlyDetails(details)).join(' ') },
    stateAgain: [policy.item],
  })
  return 'recorded'
}
