import { lenderEvidenceEmail } from '../../../agency/emails/buying/lender-evidence.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { momentIn } from '../../../agency/policies/coverage-start.ts'
import { coverageEndsOn, hasEnded, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import { openCurrentDocument, type Policy, policiesOf, policyOf } from '../../../agency/policies/policies.ts'
import type { OpenedDocument } from '../../../agency/policies/policy-documents.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { findLink } from '../../../platform/signin/one-time-link.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { noteOnIntake } from '../../line/record/intakes.ts'
import { refuseOver } from '../buying/evidence.ts'
import { createLenderLink } from '../buying/lender-links.ts'
import { actorOf, type HomeownerCaller, lockOwnIntake } from '../intake/intake.ts'
import { homePlaces } from '../quoting/email-facts.ts'

const purpose = 'lender_evidence'

export const hasEvidence = (
  { illustrative }: { illustrative?: boolean | undefined },
  sandbox: boolean,
): boolean => sandbox || !illustrative

const composed = async (
  app: App,
  caller: HomeownerCaller,
  { policy, to }: { policy: Policy; to: string },
) => {
  const { uid, policy_number } = policy
  const { url: link } = await createLenderLink(app, caller, { uid, policy_number })
  return lenderEvidenceEmail(to, {
    insured: policy.insured.full_name,
    other_insureds: policy.other_insureds ?? [],
    property: policy.location.lines.join(', '),
    carrier: policy.carrier,
    policy_number: policy.policy_number,
    effective_from: momentIn(stateOf(policy), new Date(policy.effective_at)),
    until: `${dayWords(coverageEndsOn(policy))}, 12:01 a.m.`,
    link,
  })
}

/** False if a limit on emails stopped it. The address goes into the email alone, not into the audit chain. */
export const sendEvidence = async (
  app: App,
  caller: HomeownerCaller,
  { policy_id, to }: { policy_id: string; to: string },
): Promise<boolean> => {
  const { uid } = caller
  const intake = await lockOwnIntake(app, caller, uid)
  const policy = await policyOf(app, { uid, policy_id })
  if (!policy || !hasEvidence(policy, intake.sandbox)) return fail('not_found')
  refuseOver(app, policy)
  if (!intake.sandbox) {
    const places = homePlaces(intake.application)
    const compose = async () => ({ ...(await composed(app, caller, { policy, to })), places })
    const { retryAt } = await queueEmail(app, { to, compose }, { intake_uid: uid, purpose })
    if (retryAt) return false
  }
  await noteOnIntake(app, uid, { actor: actorOf(caller).name, event: 'evidence_sent', facts: { policy_id } })
  return true
}

/** For links from before lenders got their own page. `ended` and `void`: the policy covers nothing now, or never did. */
export const openBinderLink = async (
  app: App,
  token: string,
): Promise<OpenedDocument | 'ended' | 'void' | null> => {
  const link = await findLink(app, { purpose, token })
  if (!link) return null
  const { document_id } = link.data
  const policy = (await policiesOf(app, link.subject)).find(({ documents }) =>
    documents.some(document => document.document_id === document_id),
  )
  if (policy && neverTookEffect(policy)) return 'void'
  if (policy && hasEnded(policy, app.clock.now())) return 'ended'
  return openCurrentDocument(app, { uid: link.subject, document_id })
}
