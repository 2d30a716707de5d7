import { operation } from '../../platform/app.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lean } from '../../products/line/wire/lean.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const intakeSelect = operation({
  id: 'intakeSelect',
  summary: 'Choose an offer for the person. Buys nothing.',
  description:
    'Homeowners: send offer_id, or offer_ids for several homes. The response holds purchase_preview and the preview_token for bind. Umbrella: send selection_token, selection_confirmed: true, and the person’s own answer to the credit question in credit_consent. Returns a new token.',
  guidance: {
    before: 'show the person all offers and let them choose.',
    onFailure:
      '400: unknown offer. 401: use the token from the latest response. 409: there is nothing to choose now, or the offer has expired; check issues.',
  },
  input: inputFor('select', 'IntakeSelectRequest'),
  needsBody: true,
  output: IntakeFollowUp,
  lean,
  failures: [404, 409],
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.select(app, caller, sent)),
})
