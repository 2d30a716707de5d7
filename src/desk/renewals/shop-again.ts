import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { reshop } from '../../homeowners/answering/reshop.ts'
import { queueFixIssues } from '../../homeowners/fix-issues-email.ts'
import type { RenewalResult } from '../../line/aftersale/renewals.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { writeNote } from '../../line/record/notes.ts'
import { lineOf } from '../../lines.ts'
import type { RenewalRow } from '../../policies/life/renewal-store.ts'

/** Other carriers are asked once the person has confirmed the answers and authorized the credit check anew. */
export const shopAgain = async (
  app: App,
  { uid, policy_id, renewal_id, due_on }: RenewalRow,
  actor: string,
): Promise<RenewalResult> => {
  if (lineOf(uid) !== 'homeowners')
    fail('invalid_request', { message: 'Only a home can be shopped again from its earlier answers.' })
  const started = await reshop(app, { uid, policy_id }, { renewal_id, actor })
  if (!started) return 'too_late'
  const carrier = started.application.homes[0]?.prior_carrier ?? ''
  await queueFixIssues(app, started, { actor, renewal: { carrier, due_on } })
  await writeNote(app, {
    uid,
    by: actor,
    words: `New application ${started.uid}, from the earlier answers, for the renewal due ${dayWords(due_on)}. The customer must confirm every answer and authorize the credit check again.`,
  })
  return 'recorded'
}
