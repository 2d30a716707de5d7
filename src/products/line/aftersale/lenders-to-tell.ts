import type { Interest } from '../../../agency/carriers/contract/details.ts'
import { neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { insuredNames } from '../../../agency/policies/terms.ts'
import { isUnstated, versionOn } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
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

const changeWords = (
  lender: Interest,
  { isNew, policy, from }: { isNew: boolean; policy: Policy; from: string },
) =>
  [
    tellWords(lender),
    `Policy ${policy.policy_number} from ${policy.carrier} for ${policy.location.lines.join(', ')}, insured: ${insuredNames(policy).join(', ')}. From ${dayWords(from)}, the policy ${isNew ? 'names this lender. Send it evidence of insurance' : 'no longer names this lender'}.`,
  ].join('\n\n')

const isSame = (one: Interest, other: Interest): boolean =>
  one.name === other.name && one.loan_number === other.loan_number

/** `unmoved`: what staff must bill, or return if it is negative. Null: the carrier did not state an amount. */
type Endorsed = Pick<Policy, 'versions'> & { from: string; unmoved: number | null }

const unmovedWords = ({ policy_number }: Policy, cents: number): string[] => {
  if (cents === 0) return []
  const amount = usdCents(Math.abs(cents))
  return cents > 0
    ? [`Bill ${amount} for the change of policy ${policy_number}. How it is billed is not on record.`]
    : [
        `Return ${amount} for the change of policy ${policy_number}: reduce an open invoice, or agree with the customer. No payment is left to refund it from.`,
      ]
}

/** Staff write to the lenders that came and went, and settle the price: the carrier's figure counts, not ours. */
export const endorsementWords = (policy: Policy, { versions, from, unmoved }: Endorsed): string[] => {
  const before = versionOn(policy.versions, from).terms
  const after = versionOn(versions, from).terms
  const lendersIn = ({ interests }: typeof after) => interests.filter(({ kind }) => kind === 'mortgagee')
  const [old, now] = [lendersIn(before), lendersIn(after)]
  const gone = old.filter(one => !now.some(other => isSame(one, other)))
  const come = now.filter(one => !old.some(other => isSame(one, other)))
  return [
    ...gone.map(lender => changeWords(lender, { isNew: false, policy, from })),
    ...come.map(lender => changeWords(lender, { isNew: true, policy, from })),
    ...(unmoved !== null ? unmovedWords(policy, unmoved) : []),
    ...(unmoved !== null || before.price_cents === after.price_cents
      ? []
      : [
          `The price of policy ${policy.policy_number} changed from ${usdCents(before.price_cents)} to ${usdCents(after.price_cents)} a year, from ${dayWords(from)}. Bill or refund the amount that ${policy.carrier} states for the rest of the period. We have not moved any money.`,
        ]),
  ]
}

export const noteEndorsement = async (app: App, policy: Policy, endorsed: Endorsed): Promise<void> => {
  assertTransaction(app)
  if (policy.sandbox || policy.illustrative) return
  for (const words of endorsementWords(policy, endorsed)) await writeFollowUp(app, { uid: policy.uid, words })
}
