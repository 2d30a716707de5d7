import { lifeOf } from '../../../agency/policies/life/life.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import { POLICY_REQUEST_WORDS, type PolicyRequestInput } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import {
  askAboutPolicy,
  isOfferRead,
  policyMeant,
  type RequestAsker,
  refuseClosedToCaller,
  unusedPremiumCents,
  type Wanted,
  wantedFrom,
} from './policy-requests.ts'
import { wireRequest } from './shown-life.ts'

const unusedDollars = (policy: Policy, { kind, wanted_on }: Wanted): number | null =>
  kind === 'cancellation' && wanted_on !== null
    ? Math.floor(unusedPremiumCents(policy, wanted_on) / 100)
    : null

const previewWords = ({ policy_number, carrier }: Policy, wanted: Wanted, unused: number | null): string => {
  const what = POLICY_REQUEST_WORDS[wanted.kind].toLowerCase()
  const when = wanted.wanted_on === null ? '' : ` as of ${dayWords(wanted.wanted_on)}`
  const money =
    unused === null
      ? ''
      : ` About ${usd(unused)} of the yearly price is for the days after it, if it was paid; ${carrier} decides what it returns.`
  const terms = wanted.kind === 'renewal' || wanted.change ? ` ${wanted.details.replaceAll('\n', '; ')}` : ''
  return `This would ask ${carrier} about policy ${policy_number}: ${what}${when}.${terms}${money} Nothing was sent.`
}

const shownWanted = ({ change, ...wanted }: Wanted, unused: number | null) => ({
  ...wanted,
  ...(change && { change }),
  ...(unused !== null && { unused_premium: unused }),
})

const confirmWords = ({ kind }: Wanted): string[] => [
  `Read the preview to the insured. Only if they agree, send the same call again with request_confirmed: true${kind === 'renewal' ? ' and details of the preview' : ''}.`,
  'Never say that the policy was changed or canceled before status is done.',
]
const FILED = [
  'Tell the insured that the agency has the request and that nothing has changed yet. We emailed them.',
  'requests has the status, here and when you poll. Do not send the request again.',
]

const filedWords = (sandbox: boolean) =>
  sandbox
    ? {
        response_summary: 'This is a rehearsal, so the invented carrier agreed at once. Nobody was emailed.',
        agent_instructions: [
          'With a real policy, the request stays open until the carrier has agreed, which can take days. Until then, nothing changes.',
        ],
      }
    : {
        response_summary:
          'The agency has the request. The policy stays as it is until the insurance company agrees.',
        agent_instructions: FILED,
      }

type Sent = {
  intake: { uid: string; status: string; sandbox: boolean }
  input: PolicyRequestInput
  asking: RequestAsker
}

const OTHER_OFFER =
  'details is not the renewal offer as it is now. Send the call without request_confirmed, show the insured the preview, and repeat its details only if they accept it.'

const refuseUnread = (wanted: Wanted, repeated: string | undefined, current_status: string): void => {
  if (isOfferRead(wanted, repeated)) return
  if (repeated !== undefined) fail('conflict', { message: OTHER_OFFER, current_status })
  const expected = 'details of the preview, unchanged: the offer that the insured accepts'
  fail('invalid_request', { fields: [{ path: 'details', code: 'required', expected }] })
}

export const policyRequestReply = async (app: App, { intake, input, asking }: Sent) => {
  const { uid, status, sandbox } = intake
  const policy = policyMeant(await policiesOf(app, uid), input.policy_number, status)
  refuseClosedToCaller(app, policy, input)
  const wanted = wantedFrom(app, policy, input)
  const about = { uid, policy_number: policy.policy_number }
  if (input.request_confirmed !== true) {
    const unused = unusedDollars(policy, wanted)
    return {
      ...about,
      preview: shownWanted(wanted, unused),
      requests: policy.requests.map(wireRequest),
      response_summary: previewWords(policy, wanted, unused),
      agent_instructions: confirmWords(wanted),
    }
  }
  refuseUnread(wanted, input.details, lifeOf(policy, app.clock.now()))
  await askAboutPolicy(app, policy, wanted, asking)
  const { requests } = policyMeant(await policiesOf(app, uid), policy.policy_number)
  return { ...about, requests: requests.map(wireRequest), ...filedWords(sandbox) }
}
