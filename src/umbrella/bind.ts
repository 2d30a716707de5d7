import { operation } from '../app.ts'
import { refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { bindPurchase } from './buying/purchase.ts'
import { type AgentCaller, lockOwnIntake } from './intake/intake.ts'
import { agentActor } from './operator/agent-actor.ts'
import { UmbrellaBindRequest } from './operator/bind-request.ts'
import { UmbrellaSession } from './operator/session-schema.ts'
import { sessionView } from './operator/session-view.ts'

export const bind = operation({
  id: 'umbrellaBind',
  summary: 'Send the answers required to buy the selected offer, then buy it.',
  description:
    'In needs_more_info_to_bind, accepts only the requested fields and buys nothing. In ready_to_finalize, a call with only the uid commits the purchase. In info_requested, accepts the answers that the carrier requested.',
  guidance: {
    before:
      'select an offer with credit consent. Send the answers to next_question. The call with only the uid buys the policy.',
    onFailure: '400 names the field. 409 gives the current status and what to do.',
    commits: true,
  },
  input: UmbrellaBindRequest,
  output: UmbrellaSession,
  failures: [404, 409],
  async run(app, caller: AgentCaller, { uid, sandbox, intake: sent = {} }) {
    const intake = await lockOwnIntake(app, caller, uid)
    refuseOtherSandbox(sandbox, intake)
    return sessionView(app, await bindPurchase(app, agentActor(caller), { intake, sent }))
  },
})
