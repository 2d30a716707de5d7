import Type, { type Static } from 'typebox'
import {
  missingAnswersEmail,
  missingAuthorizationEmail,
  otherQuotesEmail,
} from '../../agency/emails/fix-issues.ts'
import { type Requester, writtenIn } from '../../agency/emails/layout.ts'
import { queueEmail, refuseSuppressed } from '../../agency/emails/outbox.ts'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type BudgetState, refuseSpent } from '../../platform/http/budgets/budget.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { DAY } from '../../platform/lib/clock.ts'
import { issueLink } from '../../platform/signin/one-time-link.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { publicStatus } from './application/statuses.ts'
import { overMessage } from './intake/editable.ts'
import { answersMissing, type HomeownersIntakeRecord, lockOwnIntake } from './intake/intake.ts'
import { noteOnHomeowners } from './intake/writer.ts'
import { enterUrl, linkFor } from './portal/sign-in-link.ts'
import { emailFacts, homePlaces } from './quoting/email-facts.ts'
import { aboutFixIssues, oneFixIssuesEmail, recentFixIssuesEmail } from './quoting/fix-issues-limit.ts'

const HomeownersFixIssuesEmailRequest = Type.Object(
  { uid: anId('The request whose homeowner gets the email.') },
  { $id: 'HomeownersFixIssuesEmailRequest', additionalProperties: false },
)

export const HomeownersFixIssuesEmailResponse = Type.Object(
  {
    uid: Type.String(),
    status: Type.Enum(['email_queued']),
    response_summary: Type.String({ description: 'What happened, in one sentence.' }),
    homeowner_fix_issues_request_login_url: Type.String({
      format: 'uri',
      description:
        'Where the homeowner requests a sign-in link. The link in the email signs them in directly, once, for 24 hours.',
    }),
    agent_instructions: Type.Array(Type.String(), { description: 'What to do next.' }),
  },
  { $id: 'HomeownersFixIssuesEmailResponse', additionalProperties: false },
)

const NOT_IN_SANDBOX =
  'The sandbox sends no email. Open homeowner_fix_issues_request_login_url yourself: it shows the sign-in link.'

const recipientOf = async (app: App, intake: HomeownersIntakeRecord): Promise<string> => {
  const { sandbox, application } = intake
  const { status } = publicStatus(intake.status)
  const over = await overMessage(app, intake, 'operator')
  if (over) fail('invalid_request', { message: `No email was sent. ${over}`, current_status: status })
  if (status !== 'needs_more_info')
    fail('invalid_request', {
      message: `Nothing is missing. This email is sent only while status is needs_more_info; it is ${status}.`,
      current_status: status,
    })
  const { email } = application.applicant
  if (email === undefined)
    return fail('invalid_request', {
      message:
        'The homeowner’s email is missing. Send intake.email to POST /api/agent/homeowners/quotes first.',
      current_status: status,
    })
  return sandbox ? fail('sandbox_unsupported', { message: NOT_IN_SANDBOX }) : email
}

const JUST_SENT =
  'The homeowner was sent this email less than 10 minutes ago. To send another, wait Retry-After seconds.'

/** The caller must hold the intake's lock, so of concurrent calls only the first queues an email. */
const refuseTooSoon = async (app: App, uid: string): Promise<void> => {
  const { points: limit, seconds } = oneFixIssuesEmail
  const recent = await recentFixIssuesEmail(app, uid)
  if (!recent) return
  const resetMs = recent.nextAt.getTime() - app.clock.now().getTime()
  const state: BudgetState = { limit, seconds, remaining: 0, resetMs, spent: true }
  refuseSpent({ ...oneFixIssuesEmail, by: 'caller' }, state, JUST_SENT)
}

type Asking = { actor: string; operator?: string } & (
  | (Requester & { renewal?: undefined })
  | { renewal: { carrier: string; due_on: string } }
)

/** Call it with the intake locked. */
export const queueFixIssues = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { actor, operator, ...asked }: Asking,
): Promise<void> => {
  const { uid, application } = intake
  const recipient = await recipientOf(app, intake)
  await refuseTooSoon(app, uid)
  const { firstName } = await emailFacts(app, intake)
  const { token } = await issueLink(app, { ...linkFor(app, intake), lifetimeMs: DAY })
  const link = enterUrl(app, uid, token)
  const missingEmail = answersMissing(intake).length > 0 ? missingAnswersEmail : missingAuthorizationEmail
  const email = {
    ...writtenIn(application.applicant.preferred_language, () =>
      asked.renewal
        ? otherQuotesEmail(recipient, { firstName, link, ...asked.renewal })
        : missingEmail(recipient, { ...asked, firstName, link }),
    ),
    places: homePlaces(application),
  }
  const about = { ...aboutFixIssues(uid), ...(operator !== undefined && { operator }) }
  refuseSuppressed(app, await queueEmail(app, email, about))
  await noteOnHomeowners(app, intake, {}, { actor, event: 'fix_issues_email_queued', facts: {} })
}

export const fixIssuesEmail = operation({
  id: 'homeownersFixIssuesEmail',
  summary: 'Email the homeowner a sign-in link to the missing answers.',
  description:
    'Use it when the homeowner prefers to answer on their own. Sends a real email: at most one per application every 10 minutes, and five to one homeowner in a day.',
  guidance: {
    before: 'have a live application in needs_more_info with the homeowner’s email. The sandbox sends none.',
    onFailure:
      '400 says why the email cannot be sent. 429 rate_limited: wait. 429 email_limit: contact the homeowner yourself.',
  },
  input: HomeownersFixIssuesEmailRequest,
  output: HomeownersFixIssuesEmailResponse,
  failures: [404],
  async run(app, caller: OperatorCaller, { uid }): Promise<Static<typeof HomeownersFixIssuesEmailResponse>> {
    const intake = await lockOwnIntake(app, caller, uid)
    const { operatorUid } = caller
    const { link, referredBy, isOurs } = await emailFacts(app, intake)
    await queueFixIssues(app, intake, { actor: operatorUid, operator: operatorUid, referredBy, isOurs })
    return {
      uid,
      status: 'email_queued',
      response_summary: 'The homeowner will get an email with a sign-in link to the missing answers.',
      homeowner_fix_issues_request_login_url: link,
      agent_instructions: [
        'Tell the homeowner to check their email, or give them homeowner_fix_issues_request_login_url.',
        'Poll POST /api/agent/homeowners/quotes with this uid to see what is missing. Wait 10 minutes before sending this email again.',
      ],
    }
  },
})
