import { operation } from '../../platform/app.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lean } from '../../products/line/wire/lean.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const intakeBind = operation({
  id: 'intakeBind',
  summary: 'Buy the chosen offer after the person agrees.',
  description:
    'Homeowners: send preview_token and bind_confirmed: true, with effective_date if purchase_preview has none or the person wants another. In a live purchase the person then confirms the estimates and signs at signature_url; the sandbox plays both and continues to bound. Umbrella: send the answers next_question asks for. Then show the person purchase_preview and call again with bind_confirmed: true, which states what statement says and commits the purchase. If the carrier requires it, they then sign at sign_url. A live purchase needs a verified email. Returns a new token.',
  guidance: {
    before: 'show the person the coverage, the price, and the start date, and get a clear yes.',
    onFailure:
      '400 names the field. 401: use the token from the latest response. 409 stale_token: show the current preview again. Other 409s say what to do first.',
    commits: true,
  },
  input: inputFor('bind', 'IntakeBindRequest'),
  output: IntakeFollowUp,
  lean,
  failures: [404, 409],
  accepts: true,
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.bind(app, caller, sent)),
})
