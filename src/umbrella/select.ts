import { operation } from '../app.ts'
import { refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { chooseOffer } from './buying/choose-offer.ts'
import { type AgentCaller, lockOwnIntake } from './intake/intake.ts'
import { agentActor } from './operator/agent-actor.ts'
import { UmbrellaSelectRequest } from './operator/select-request.ts'
import { UmbrellaSession } from './operator/session-schema.ts'
import { sessionView } from './operator/session-view.ts'

export const select = operation({
  id: 'umbrellaSelect',
  summary: 'Choose an offer and give the buyer’s answer on credit. Buys nothing.',
  description:
    'Needs a selection_token of the current offers and selection_confirmed: true. Without credit_consent the purchase waits for it; with Yes it goes on to what is still needed to bind; with No the answer is put on record and the offers stay open. In intake it takes answers of the bind stage: vehicles, effective_date, prior_carrier.',
  guidance: {
    before:
      'offers in quoted. Show the buyer the exact words of credit_consent_question, and send their answer.',
    onFailure: '409 stale_token: the offers changed; choose again. 400: the token is not one of this uid.',
  },
  input: UmbrellaSelectRequest,
  output: UmbrellaSession,
  failures: [404, 409],
  async run(app, caller: AgentCaller, { uid, sandbox, selection_token, credit_consent, intake: sent = {} }) {
    const intake = await lockOwnIntake(app, caller, uid)
    refuseOtherSandbox(sandbox, intake)
    const choice = { intake, selection_token, consent: credit_consent?.answer ?? null, sent }
    return sessionView(app, await chooseOffer(app, agentActor(caller), choice))
  },
})
