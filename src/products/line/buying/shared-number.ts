import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import { listPolicyRows } from '../../../agency/policies/store.ts'
import type { App } from '../../../platform/app.ts'
import { type Filed, filedUnderPolicy } from '../record/book.ts'
import { writeFollowUp } from '../record/notes.ts'

type Numbered = Pick<Policy, 'policy_number' | 'carrier' | 'insured'> & { carrier_id: string }

const isSamePerson = (one: Policy['insured'], other: Policy['insured']): boolean =>
  one.email === other.email || (one.full_name === other.full_name && one.birthday === other.birthday)

/** One customer's policies may share a number; two customers' may not. */
export const warnOfSharedNumber = async (
  app: App,
  intake: Filed,
  { policy_number, carrier, carrier_id, insured }: Numbered,
): Promise<void> => {
  if (intake.sandbox) return
  const others = (await filedUnderPolicy(app, intake, policy_number)).filter(uid => uid !== intake.uid)
  if (others.length === 0) return
  const rows = (await listPolicyRows(app.db, others)).filter(row => row.carrier_id === carrier_id)
  const ids = rows.map(({ policy_id }) => policy_id)
  const other = (await policiesIn(app, others)).find(
    policy => ids.includes(policy.policy_id) && !isSamePerson(policy.insured, insured),
  )
  if (!other) return
  await writeFollowUp(app, {
    uid: intake.uid,
    words: `${carrier} gave this customer the policy number ${policy_number}, which another customer already has (${other.uid}). Both policies are shown as issued. Call the carrier and find out which number each policy has.`,
  })
}
