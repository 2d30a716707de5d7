import { findPolicyRequest } from '../../../agency/policies/life/request-store.ts'
import {
  openPolicyRequest,
  type PolicyRequest,
  type RequestOutcome,
} from '../../../agency/policies/life/requests.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import { type PolicyRequestKind, policyRequestKinds } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import {
  answerPolicyRequest,
  askAboutPolicy,
  policyMeant,
  wantedFrom,
} from '../../../products/line/aftersale/policy-requests.ts'
import { lineOf, lines } from '../../../products/lines.ts'
import { requiredLine } from '../parts/one-line-field.ts'

const outcomeIn = (sent: URLSearchParams, { kind }: PolicyRequest): RequestOutcome => {
  const act = sent.get('act')
  if (act === 'with_carrier') return { status: act }
  if (act === 'done' && kind === 'renewal')
    return fail('invalid_request', {
      message: 'Record the renewal, under “Renewals”. That closes the request.',
    })
  if (act === 'done' && kind === 'cancellation')
    return fail('invalid_request', {
      message: 'Record when coverage ends, under “Cancellation and refund”. That closes the request.',
    })
  return act === 'done' || act === 'declined'
    ? { status: act, answer: requiredLine(sent, 'answer', 'Enter what the customer should know.') }
    : fail('invalid_request', { message: 'Choose one of the buttons.' })
}

export const lineFor = (uid: string) => lines[lineOf(uid) ?? fail('not_found')]

export const settleRequest = async (
  app: App,
  { actor, id, form: sent }: { actor: string; id: string; form: URLSearchParams },
): Promise<RequestOutcome['status'] | 'late'> => {
  const row = (await findPolicyRequest(app.db, id)) ?? fail('not_found')
  const request = openPolicyRequest(app, row)
  const outcome = outcomeIn(sent, request)
  const isTaken = await transact(app, inside =>
    answerPolicyRequest(inside, lineFor(row.uid), request, { outcome, actor }),
  )
  return isTaken ? outcome.status : 'late'
}

const kindIn = (sent: URLSearchParams): PolicyRequestKind =>
  policyRequestKinds.find(kind => kind === sent.get('kind')) ??
  fail('invalid_request', { message: 'Choose what the customer wants.' })

export const askForCustomer = async (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const policy = policyMeant(await policiesOf(app, uid), sent.get('policy_number') ?? undefined)
  const [wanted_on, details] = ['wanted_on', 'details'].map(name => (sent.get(name) ?? '').trim())
  const wanted = wantedFrom(app, policy, {
    kind: kindIn(sent),
    ...(wanted_on && { wanted_on }),
    ...(details && { details }),
  })
  await transact(app, inside =>
    askAboutPolicy(inside, policy, wanted, { line: lineFor(uid), asked_by: 'staff', actor }),
  )
}
