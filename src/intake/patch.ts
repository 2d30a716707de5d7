import { operation } from '../app.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const patch = operation({
  id: 'intakePatch',
  summary: 'Complete, correct and submit an application before it is quoted.',
  description:
    'Takes answers and corrections until the application is submitted. With confirm_submission: true, and for homeowners also credit_check_authorized: true, a complete application is submitted (202). A live application whose email is not proven is not submitted: the person gets a link by mail, and the same call works once they opened it. Answers with a new token.',
  guidance: {
    before:
      'ask the person what is missing. Before confirm_submission they have read the whole application; before credit_check_authorized they agreed to the exact words in credit_consent_question.',
    onFailure:
      '400 names the field. 401: use the token of the latest answer. 409: it was submitted before, or something can no longer change.',
    replaces: true,
  },
  input: inputFor('patch', 'IntakePatchRequest'),
  output: IntakeFollowUp,
  failures: [404, 409],
  accepts: true,
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.patch(app, caller, sent)),
})
