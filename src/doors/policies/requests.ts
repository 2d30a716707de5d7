import Type from 'typebox'
import { policiesOf } from '../../agency/policies/policies.ts'
import { policyRequestInput, policyRequestOutput } from '../../agency/policies/policy-request.ts'
import { stateOf } from '../../agency/policies/terms.ts'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type OperatorCaller, refuseWithoutScope } from '../../platform/key/guard.ts'
import { findReferrer } from '../../platform/key/referrer.ts'
import { refuseAct, refuseUnlessLive } from '../../platform/key/standing.ts'
import { lineOf } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { policyRequestReply } from '../../products/line/aftersale/policy-request-reply.ts'
import { lockIntake } from '../../products/line/record/intakes.ts'
import { lines } from '../../products/lines.ts'

const closed = { additionalProperties: false } as const

const PolicyRequest = Type.Object(
  { uid: anId('A bound request of yours.'), ...policyRequestInput },
  { $id: 'PolicyRequest', ...closed },
)

const PolicyRequestResponse = Type.Object(policyRequestOutput, { $id: 'PolicyRequestResponse', ...closed })

type Asked = { uid: string; isOrder: boolean }

const ownIntake = async (app: App, caller: OperatorCaller, { uid, isOrder }: Asked) => {
  const { operatorUid, sandboxOnly } = caller
  const line = lineOf(uid)
  if (line !== null) refuseWithoutScope(app, caller, line)
  const intake = line && (await lockIntake<string, unknown>(app, { uid, line }))
  if (!line || intake?.owner !== operatorUid)
    return fail('not_found', {
      message: 'No request with this uid belongs to your credential. Check the uid.',
    })
  if (sandboxOnly && !intake.sandbox) fail('live_key_required')
  await refuseUnlessLive(app, caller, intake)
  if (isOrder)
    refuseAct(app, caller, 'attest', {
      sandbox: intake.sandbox,
      states: (await policiesOf(app, uid)).map(stateOf),
      page: lines[line].page(app, uid),
    })
  return { line, intake }
}

export const policyRequests = operation({
  id: 'requestPolicyChange',
  summary: 'Ask for a cancellation or a change of a policy.',
  description:
    'First returns a preview. With request_confirmed: true, the insured is emailed and the agency asks the insurance company. Nothing changes until that has agreed; requests has the status.',
  guidance: {
    before: 'have a bound request, and the insured’s own words.',
    onFailure: '404: the uid is not yours. 409: there is no policy, or it has ended.',
    commits: true,
  },
  input: PolicyRequest,
  output: PolicyRequestResponse,
  failures: [404, 409],
  async run(app, caller: OperatorCaller, { uid, ...input }) {
    const { line, intake } = await ownIntake(app, caller, { uid, isOrder: input.request_confirmed === true })
    const asking = {
      asked_by: 'operator',
      actor: caller.operatorUid,
      line: lines[line],
      askerName: await findReferrer(app, caller.operatorUid),
    } as const
    return policyRequestReply(app, { intake, input, asking })
  },
})
