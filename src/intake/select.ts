import { operation } from '../app.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const select = operation({
  id: 'intakeSelect',
  summary: 'Choose an offer for the person. Buys nothing.',
  description:
    'Homeowners: offer_id, or offer_ids for several homes; the answer has purchase_preview and preview_token for bind. Umbrella: selection_token and selection_confirmed: true, with the person’s own answer on credit in credit_consent. Answers with a new token.',
  guidance: {
    before: 'show the person all offers, and let them choose.',
    onFailure:
      '400: no such offer. 401: use the token of the latest answer. 409: there is nothing to choose now, or the offer has ended; look at the issues.',
  },
  input: inputFor('select', 'IntakeSelectRequest'),
  output: IntakeFollowUp,
  failures: [404, 409],
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.select(app, caller, sent)),
})
