import Type from 'typebox'
import { operation } from '../../platform/app.ts'
import { readAtOnce } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { ExpandField, lean } from '../../products/line/wire/lean.ts'
import { IntakeFollowUp, shopperLineFor, uidProperty, withSameToken } from './follow-up.ts'

const IntakePolicyRequest = Type.Object(
  { ...uidProperty, expand: ExpandField },
  {
    $id: 'IntakePolicyRequest',
    additionalProperties: false,
  },
)

export const policy = operation({
  id: 'intakePolicy',
  summary: 'Get the policy after the purchase.',
  description:
    'Returns the policy number, the dates, the price, and links to the documents. Read-only; the token stays the same. Available once status is bound, or once one of several homes is insured.',
  guidance: {
    before: 'wait until status is bound, or policies is there.',
    onFailure: '401: use the token from the latest response. 409: nothing is bound yet; check issues.',
  },
  input: IntakePolicyRequest,
  output: IntakeFollowUp,
  lean,
  failures: [404, 409],
  reads: true,
  async run(app, caller: ShopperCaller, { uid }) {
    const body = await readAtOnce(app, inside => shopperLineFor(caller, uid).view(inside, caller))
    return body.status === 'bound' || 'policies' in body
      ? withSameToken(body, caller)
      : fail('conflict', {
          message: 'There is no policy yet. Check GET /api/intake/{uid}/issues for the next step.',
          current_status: body.status,
        })
  },
})
