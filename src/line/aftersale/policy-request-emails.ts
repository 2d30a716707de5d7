import type { App } from '../../app.ts'
import { contactWords } from '../../config/agency.ts'
import { policyRequestedEmail, policyRequestSettledEmail } from '../../emails/buying/policy-request.ts'
import type { PolicyRequest, RequestOutcome } from '../../policies/life/requests.ts'
import type { Policy } from '../../policies/policies.ts'
import { POLICY_REQUEST_WORDS } from '../wire/policy-request.ts'
import type { AfterSale } from './after-sale.ts'

type Tell = AfterSale['tell']

type Asked = Pick<PolicyRequest, 'kind' | 'wanted_on'> & { askerName?: string | null | undefined }

export const tellRequested = (
  app: App,
  tell: Tell,
  { uid, carrier, policy_number }: Policy,
  { kind, wanted_on, askerName }: Asked,
): Promise<void> =>
  tell(app, uid, {
    purpose: 'policy_request',
    email: (to, { firstName }) =>
      policyRequestedEmail(to, {
        firstName,
        carrier,
        policy_number,
        contact: contactWords(app.config.agency),
        what: POLICY_REQUEST_WORDS[kind],
        isCancellation: kind === 'cancellation',
        wanted_on,
        ...(askerName !== undefined && { askerName }),
      }),
  })

type Answered = Pick<PolicyRequest, 'kind'> & { outcome: Extract<RequestOutcome, { answer: string }> }

export const tellSettled = (
  app: App,
  tell: Tell,
  { uid, carrier, policy_number }: Policy,
  { kind, outcome }: Answered,
): Promise<void> =>
  tell(app, uid, {
    purpose: 'policy_request_answer',
    email: (to, { firstName }) =>
      policyRequestSettledEmail(to, {
        firstName,
        carrier,
        policy_number,
        contact: contactWords(app.config.agency),
        what: POLICY_REQUEST_WORDS[kind],
        isDone: outcome.status === 'done',
        answer: outcome.answer,
      }),
  })
