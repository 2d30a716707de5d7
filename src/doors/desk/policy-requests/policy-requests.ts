import { findPolicyRequest } from '../../../agency/policies/life/request-store.ts'
import {
  openPolicyRequest,
  type PolicyRequest,
  type RequestOutcome,
} from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import {
  MOST_DETAILS,
  POLICY_REQUEST_WORDS,
  policyRequestKinds,
} from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { choice, day, line, paragraph } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { lineOf } from '../../../platform/lines.ts'
import {
  answerPolicyRequest,
  askAboutPolicy,
  policyMeant,
  wantedFrom,
} from '../../../products/line/aftersale/policy-requests.ts'
import { lines } from '../../../products/lines.ts'

const answerForm = (label: string) =>
  form({ answer: line(label, { missing: 'Enter what the customer should know.' }) })

export const doneForm = answerForm('What changed, which the customer will read')

export const declinedForm = answerForm('Why not, which the customer will read')

export const askedForm = (policies: readonly Policy[]) =>
  form({
    policy_number: choice(
      'Policy',
      policies.map(({ policy_number: value, carrier }) => ({ value, label: `${value}, ${carrier}` })),
    ),
    kind: choice(
      'What they want',
      policyRequestKinds.map(value => ({ value, label: POLICY_REQUEST_WORDS[value] })),
      { missing: 'Choose what the customer wants.' },
    ),
    wanted_on: day('From when', {
      hint: 'Required for a cancellation. This day is then not covered.',
      optional: true,
    }),
    details: paragraph('In their words', { most: MOST_DETAILS, optional: true }),
  })

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
    ? { status: act, ...(act === 'done' ? doneForm : declinedForm).take(sent) }
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

export const askForCustomer = async (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const policies = await policiesOf(app, uid)
  const { policy_number, ...asked } = askedForm(policies).take(sent)
  const policy = policyMeant(policies, policy_number)
  const wanted = wantedFrom(app, policy, asked)
  await transact(app, inside =>
    askAboutPolicy(inside, policy, wanted, { line: lineFor(uid), asked_by: 'staff', actor }),
  )
}
