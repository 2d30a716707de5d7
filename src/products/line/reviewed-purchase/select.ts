import { operation } from '../../../platform/app.ts'
import { receiptOf } from '../acts/receipt.ts'
import { lean, sparse } from '../wire/lean.ts'
import { refuseOtherSandbox } from '../wire/sandbox-flag.ts'
import { draftProblems } from './answering/patch.ts'
import { chooseOffer } from './buying/choose-offer.ts'
import { type AgentCaller, lockOwnIntake } from './intake/intake.ts'
import { consentIn, selectRequest } from './operator/requests.ts'
import { sessionSchema } from './operator/session-schema.ts'
import { agentActor, refuseActs, sessionFor } from './operator/session-view.ts'
import { perLine } from './reviewed-line.ts'

export const selectIn = perLine(line =>
  operation({
    id: `${line.name}Select`,
    summary: 'Select an offer and send the buyer’s credit consent. Buys nothing.',
    description: `Requires a selection_token of a current offer and selection_confirmed: true. Without credit_consent the purchase waits for it. The consent covers the complete application: send it with the last missing answers or after them. A Yes sent earlier is kept as offered and does not count. With No the answer is recorded and the offers stay open. intake may contain ${line.words.choosable}. Works again until the purchase is confirmed or signed.`,
    guidance: {
      before: 'have offers. Show the buyer credit_consent_question word for word, and send their answer.',
      onFailure:
        '409 stale_token: the offers changed; select again. 400: the token does not belong to this uid.',
    },
    input: selectRequest(line),
    alsoWrong: draftProblems(line),
    output: sparse(sessionSchema(line)),
    failures: [404, 409],
    lean,
    async run(
      app,
      caller: AgentCaller,
      { uid, sandbox, selection_token, credit_consent, intake: sent = {} },
    ) {
      const since = app.clock.now()
      const intake = await lockOwnIntake(app, caller, { uid, line: line.name })
      refuseOtherSandbox(sandbox, intake)
      refuseActs(app, caller, intake, {
        collect_choice: true,
        attest: credit_consent !== undefined,
        collect_facts: Object.keys(sent).length > 0,
      })
      const choice = { intake, selection_token, consent: consentIn(credit_consent, intake), sent }
      const chosen = await chooseOffer(app, agentActor(caller, intake), choice)
      const receipt = await receiptOf(app, uid, since)
      return { ...(await sessionFor(app, caller, chosen)), ...receipt }
    },
  }),
)
