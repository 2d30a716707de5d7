import Type from 'typebox'
import { operation } from '../app.ts'
import { fail } from '../errors.ts'
import { anId } from '../line/fields/intake-schema.ts'
import { refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { reviseDraft, startDraft } from './answering/save-draft.ts'
import { exampleEstimates, exampleIntake } from './application/examples.ts'
import { UmbrellaIntake, UmbrellaSentEstimate } from './application/intake-schema.ts'
import { type AgentCaller, lockOwnIntake, ownerOf } from './intake/intake.ts'
import { agentActor } from './operator/agent-actor.ts'
import { UmbrellaSession } from './operator/session-schema.ts'
import { sessionView } from './operator/session-view.ts'

export const UmbrellaDraftRequest = Type.Object(
  {
    uid: Type.Optional(anId('Left out on the first call, sent on every later one.')),
    intake: UmbrellaIntake,
    field_estimates: Type.Optional(Type.Array(UmbrellaSentEstimate, { maxItems: 100 })),
    sandbox: Type.Optional(
      Type.Boolean({ description: 'On the first call: mocked carriers, no mail, nothing real happens.' }),
    ),
  },
  {
    $id: 'UmbrellaDraftRequest',
    additionalProperties: false,
    examples: [{ intake: exampleIntake, field_estimates: exampleEstimates, sandbox: true }],
  },
)

export const draft = operation({
  id: 'umbrellaDraft',
  summary: 'Start or change an umbrella application, up to its review.',
  description:
    'Without a uid it starts an application from whatever is known; with one it patches it. It answers with the next question, or with the whole application for the buyer to review and a fresh review_token. Works in every state before chosen; earlier reviews, offers and consents become void.',
  guidance: {
    before:
      'nothing, or an earlier draft. Gather what you were given, and mark what the buyer did not confirm with field_estimates.',
    onFailure:
      '400 names the field; correct it. 409 with another uid: the buyer has a purchase under way, go on with that one. 409 otherwise: it is chosen already, call umbrellaStatus.',
    replaces: true,
  },
  input: UmbrellaDraftRequest,
  output: UmbrellaSession,
  failures: [404, 409],
  async run(app, caller: AgentCaller, { uid, intake: patch, field_estimates, sandbox }) {
    const actor = agentActor(caller)
    const sent = { intake: patch, field_estimates }
    if (uid === undefined) {
      if (Object.keys(patch).length === 0)
        fail('invalid_request', {
          fields: [
            {
              path: 'intake',
              problem: 'is empty on the first call',
              expected: 'the application, as full as you have it',
            },
          ],
        })
      const whose = { owner: ownerOf(caller), sandbox: sandbox ?? false }
      return sessionView(app, await startDraft(app, actor, { ...whose, sent }))
    }
    const intake = await lockOwnIntake(app, caller, uid)
    refuseOtherSandbox(sandbox, intake)
    return sessionView(app, await reviseDraft(app, actor, { intake, sent }))
  },
})
