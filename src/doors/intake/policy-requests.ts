import Type from 'typebox'
import { policyRequestInput, policyRequestOutput } from '../../agency/policies/policy-request.ts'
import { operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { rotateIntakeToken, type ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lineOf } from '../../platform/lines.ts'
import { policyRequestReply } from '../../products/line/aftersale/policy-request-reply.ts'
import { findIntake } from '../../products/line/record/intakes.ts'
import { followUpProperties } from '../../products/line/wire/follow-up.ts'
import { lines } from '../../products/lines.ts'
import { uidProperty } from './follow-up.ts'

const closed = { additionalProperties: false } as const

const IntakePolicyChange = Type.Object(
  { ...uidProperty, ...policyRequestInput },
  { $id: 'IntakePolicyChange', ...closed },
)

const { intake_access_token } = followUpProperties

const IntakePolicyChangeResponse = Type.Object(
  { ...policyRequestOutput, intake_access_token },
  { $id: 'IntakePolicyChangeResponse', ...closed },
)

export const policyRequest = operation({
  id: 'intakePolicyRequest',
  summary: 'Ask for a cancellation or a change of the policy.',
  description:
    'First returns a preview. With request_confirmed: true, the agency asks the insurance company. Nothing changes until that has agreed.',
  guidance: {
    before: 'have a policy, and the person’s own words.',
    onFailure: '401: use the token from the latest response. 409: there is no policy, or it has ended.',
    commits: true,
  },
  input: IntakePolicyChange,
  output: IntakePolicyChangeResponse,
  failures: [404, 409],
  async run(app, caller: ShopperCaller, { uid, ...input }) {
    const line = uid === caller.uid ? lineOf(uid) : null
    if (line === null)
      return fail('not_found', {
        message: 'This intake_access_token is for another uid. Use the uid that came with it.',
      })
    const token = await rotateIntakeToken(app, caller)
    const intake = (await findIntake<string, unknown>(app, { uid, line })) ?? fail('not_found')
    const asking = {
      asked_by: 'assistant',
      actor: caller.kind,
      line: lines[line],
      askerName: 'your assistant',
    } as const
    const { status } = await lines[line].shopper.view(app, caller)
    const body = await policyRequestReply(app, { intake: { ...intake, status }, input, asking })
    return { ...body, intake_access_token: token }
  },
})
