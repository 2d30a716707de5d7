import {
  policyRequestedEmail,
  policyRequestSettledEmail,
} from '../../../agency/emails/buying/policy-request.ts'
import type { PolicyRequest, RequestOutcome } from '../../../agency/policies/life/requests.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import type { AfterSale } from './after-sale.ts'

type Tell = AfterSale['tell']

type Request = Pick<PolicyRequest, 'kind'>

const aboutRequest = (app: App, { carrier, policy_number }: Policy, { kind }: Request) => ({
  carrier,
  policy_number,
  contact: contactWords(app.config.agency),
  what: POLICY_REQUEST_WORDS[kind],
})

type Asked = Pick<PolicyRequest, 'kind' | 'wanted_on'> & { askerName?: string | null | undefined }

export const tellRequested = (app: App, tell: Tell, policy: Policy, asked: Asked): Promise<void> =>
  tell(app, policy.uid, {
    purpose: 'policy_request',
    email: (to, { firstName }) =>
      policyRequestedEmail(to, {
        firstName,
        ...aboutRequest(app, policy, asked),
        isCancellation: asked.kind === 'cancellation',
        wanted_on: asked.wanted_on,
        ...(asked.askerName !== undefined && { askerName: asked.askerName }),
      }),
  })

type Answered = Request & { outcome: Extract<RequestOutcome, { answer: string }>; isAsked?: boolean }

export const tellSettled = (app: App, tell: Tell, policy: Policy, answered: Answered): Promise<void> =>
  tell(app, policy.uid, {
    purpose: 'policy_request_answer',
    email: (to, { firstName }) =>
      policyRequestSettledEmail(to, {
        firstName,
        ...aboutRequest(app, policy, answered),
        isDone: answered.outcome.status === 'done',
        isAsked: answered.isAsked ?? true,
        answer: answered.outcome.answer,
      }),
  })
