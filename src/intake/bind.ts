import { operation } from '../app.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { followUp, IntakeFollowUp } from './follow-up.ts'
import { inputFor } from './inputs.ts'

export const bind = operation({
  id: 'intakeBind',
  summary: 'Buy what was chosen, once the person said yes to it.',
  description:
    'Homeowners: preview_token and bind_confirmed: true; a live purchase is then signed by the person at signature_url, a sandbox one goes on to bound. Umbrella: first the answers that are asked for, then a call without any, which commits. A live purchase needs a proven email. Answers with a new token.',
  guidance: {
    before: 'show the person what is bought, at which price and from when, and get their yes.',
    onFailure:
      '400 names the field. 401: use the token of the latest answer. 409 stale_token: show the current preview again. Other 409s say what to do first.',
    commits: true,
  },
  input: inputFor('bind', 'IntakeBindRequest'),
  output: IntakeFollowUp,
  failures: [404, 409],
  accepts: true,
  run: (app, caller: ShopperCaller, input) =>
    followUp(app, caller, input, (line, sent) => line.bind(app, caller, sent)),
})
