import { operation } from '../../platform/app.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lean } from '../../products/line/wire/lean.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const patch = operation({
  id: 'intakePatch',
  summary: 'Complete, correct and submit an application before it is quoted.',
  description:
    'Send answers and corrections until the application is submitted. Send confirm_submission: true to submit a complete application (202): homeowners together with credit_check_authorized: true, umbrella with the review_token of the review that the person read. A live application then waits for the person to confirm their email (waiting_on: email_proof): we email them a link, and their click submits it. Returns a new token.',
  guidance: {
    before:
      'ask the person for what is missing. Before confirm_submission, they must read the whole application. Before credit_check_authorized, they must agree to the exact words in credit_consent_question.',
    onFailure:
      '400 names the field. 401: use the token from the latest response. 409: it is already submitted, or the value can no longer change.',
    replaces: true,
  },
  input: inputFor('patch', 'IntakePatchRequest'),
  output: IntakeFollowUp,
  lean,
  failures: [404, 409],
  accepts: true,
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.patch(app, caller, sent)),
})
