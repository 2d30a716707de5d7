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
  summary: 'Answer what is needed to buy the chosen offer, then buy it.',
  description:
    'In needs_more_info_to_bind it takes only the asked fields and buys nothing. In ready_to_finalize a call with the uid alone commits: the policy is bought for the buyer. In info_requested it takes the answers that the carrier asked for.',
  guidance: {
    before:
      'a selected offer with credit consent. Send what next_question asks; the call with only the uid buys.',
    onFailure: '400 names the field. 409 tells the current status and what to do.',
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
