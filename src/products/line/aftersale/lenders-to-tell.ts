import type { Interest } from '../../../agency/carriers/contract/details.ts'
import { neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { insuredNames } from '../../../agency/policies/terms.ts'
import { isUnstated } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { noteOnIntake } from '../record/intakes.ts'
import { writeFollowUp } from '../record/notes.ts'

const whereTo = ({ address, clause }: Interest): string => {
  if (address !== undefined) return `Send by postal mail to ${address}.`
  return clause === undefined
    ? 'No address is on record: ask the customer or the carrier where to write.'
    : `No address is on record, only the mortgagee clause: ${clause}.`
}

const tellWords = (lender: Interest): string => {
  const loan = lender.loan_number === undefined ? '' : `, loan ${lender.loan_number}`
  return `Tell the lender: ${lender.name}${loan}. ${whereTo(lender)} We have not told it.`
}

const CHANGED =
  'A lender was added or changed since the policy was issued. See “Requests about policies” before you write.'

const ADDED =
  'Tell the lender. The policy named none when it was issued, and one was added since: see “Requests about policies”. We have not told it.'

const endWords = (policy: Policy, ended_on: string | null): string => {
  if (ended_on === null) return 'The cancellation was taken back. The policy continues.'
  return neverTookEffect({ ...policy, end: { ended_on } })
    ? 'It was canceled from the start and never took effect.'
    : `It was canceled. Coverage ends on ${dayWords(ended_on)} at 12:01 a.m.`
}

/** We know no email address of a lender, so staff write to it: one follow-up for each. `ended_on` null: it continues. */
export const noteLendersToTell = async (app: App, policy: Policy, ended_on: string | null): Promise<void> => {
  assertTransaction(app)
  const { uid, policy_id, policy_number, carrier, location, terms } = policy
  if (policy.sandbox || policy.illustrative) return
  const lenders = terms.interests.filter(({ kind }) => kind === 'mortgagee')
  const isChanged = isUnstated(terms, 'interests')
  const known = lenders.map(lender => [tellWords(lender), ...(isChanged ? [CHANGED] : [])])
  const toTell = known.length === 0 && isChanged ? [[ADDED]] : known
  for (const whom of toTell) {
    const words = [
      ...whom,
      `Policy ${policy_number} from ${carrier} for ${location.lines.join(', ')}, insured: ${insuredNames(policy).join(', ')}. ${endWords(policy, ended_on)}`,
    ].join('\n\n')
    const note_id = await writeFollowUp(app, { uid, words })
    const facts = { purpose: 'lender_notice', policy_id, note_id }
    await noteOnIntake(app, uid, { actor: 'service', event: 'letter_due', facts })
  }
}
