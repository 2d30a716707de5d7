import Type from 'typebox'
import { operation } from '../app.ts'
import { fail } from '../errors.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { IntakeFollowUp, lineFor, seen, uidProperty } from './follow-up.ts'

export const IntakePolicyRequest = Type.Object(uidProperty, {
  $id: 'IntakePolicyRequest',
  additionalProperties: false,
})

export const policy = operation({
  id: 'intakePolicy',
  summary: 'See the policy that was bought.',
  description: 'Changes nothing and keeps the token. Answers once the purchase is bound.',
  guidance: {
    before: 'a purchase in bound.',
    onFailure: '401: use the token of the latest answer. 409: nothing is bound yet; look at the issues.',
  },
  input: IntakePolicyRequest,
  output: IntakeFollowUp,
  failures: [404, 409],
  reads: true,
  async run(app, caller: ShopperCaller, { uid }) {
    const body = await lineFor(caller, uid).view(app, caller)
    return body.status === 'bound'
      ? seen(body, caller)
      : fail('conflict', {
          message: 'There is no policy yet. Look at GET /api/intake/{uid}/issues for what comes first.',
          current_status: body.status,
        })
  },
})
