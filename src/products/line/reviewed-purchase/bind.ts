import { operation } from '../../../platform/app.ts'
import { receiptOf } from '../acts/receipt.ts'
import { lean, sparse } from '../wire/lean.ts'
import { refuseOtherSandbox } from '../wire/sandbox-flag.ts'
import { draftProblems } from './answering/patch.ts'
import { bindPurchase } from './buying/purchase.ts'
import { type AgentCaller, lockOwnIntake } from './intake/intake.ts'
import { bindRequest } from './operator/requests.ts'
import { sessionSchema } from './operator/session-schema.ts'
import { agentActor, refuseActs, sessionFor } from './operator/session-view.ts'
import { perLine } from './reviewed-line.ts'

export const bindIn = perLine(line =>
  operation({
    id: `${line.name}Bind`,
    summary: 'Send the answers required to buy the selected offer, preview the purchase, then buy it.',
    description:
      'In needs_more_info_to_bind, accepts only the requested fields and buys nothing. In ready_to_finalize, a call with only the uid returns purchase_preview and statement; bind_confirmed: true states what statement says and commits the purchase. If the carrier requires the buyer’s own signature, the purchase stops at signature_needed with sign_url. In info_requested, accepts the answers that the carrier requested.',
    guidance: {
      before:
        'select an offer with credit consent. Send the answers to next_question. Show the buyer purchase_preview and get a clear yes. The call with bind_confirmed: true buys the policy.',
      onFailure: '400 names the field. 409 gives the current status and what to do.',
      commits: true,
    },
    input: bindRequest(line),
    alsoWrong: draftProblems(line),
    output: sparse(sessionSchema(line)),
    failures: [404, 409],
    lean,
    async run(
      app,
      caller: AgentCaller,
      { uid, sandbox, intake: sent = {}, bind_confirmed: confirmed = false, payment },
    ) {
      const since = app.clock.now()
      const intake = await lockOwnIntake(app, caller, { uid, line: line.name })
      refuseOtherSandbox(sandbox, intake)
      refuseActs(app, caller, intake, { attest: confirmed, collect_facts: Object.keys(sent).length > 0 })
      const asked = { intake, sent, confirmed, payment }
      const bought = await bindPurchase(app, agentActor(caller, intake), asked)
      const receipt = confirmed && (await receiptOf(app, uid, since))
      return { ...(await sessionFor(app, caller, bought)), ...receipt }
    },
  }),
)
