import Type from 'typebox'
import { operation } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { collectsFacts } from '../../../platform/key/acts.ts'
import { refuseActAtStart, refuseUnlessLive } from '../../../platform/key/standing.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { SentFieldEstimate, sentEstimates } from '../fields/sent-estimate.ts'
import { saveMetadata } from '../record/metadata.ts'
import { lean, sparse } from '../wire/lean.ts'
import { SentMetadata } from '../wire/metadata.ts'
import { refuseOtherSandbox, sandboxOf } from '../wire/sandbox-flag.ts'
import { draftProblems } from './answering/patch.ts'
import { reviseDraft, startDraft } from './answering/save-draft.ts'
import { intakeSchema } from './application/known-summary.ts'
import { type AgentCaller, lockOwnIntake, ownerOf } from './intake/intake.ts'
import { sessionSchema } from './operator/session-schema.ts'
import { agentActor, refuseActs, sessionFor } from './operator/session-view.ts'
import { perLine, schemaId } from './reviewed-line.ts'

const draftRequest = perLine(line =>
  Type.Object(
    {
      uid: Type.Optional(anId('Omit on the first call; send on every later call.')),
      intake: intakeSchema(line),
      field_estimates: Type.Optional(sentEstimates(SentFieldEstimate)),
      credit_consent_pending: Type.Optional(
        Type.Boolean({ description: 'Has no effect: consent is always collected later.' }),
      ),
      metadata: Type.Optional(SentMetadata),
      sandbox: Type.Optional(
        Type.Boolean({
          description:
            'First call only. True uses mock carriers, sends no email and buys nothing. With a test key it is true by default.',
        }),
      ),
    },
    {
      $id: schemaId(line, 'DraftRequest'),
      additionalProperties: false,
      examples: [{ intake: line.examples.intake, field_estimates: line.examples.estimates, sandbox: true }],
    },
  ),
)

export const draftIn = perLine(line =>
  operation({
    id: `${line.name}Draft`,
    summary: `Create or change ${line.words.a} application until it is ready for review.`,
    description:
      'Without a uid, creates an application; with a uid, patches it. Returns the next question, or the whole application for review and a new review_token. Works in every status before chosen. Earlier reviews, offers and consents become void. A call with only metadata and an empty intake changes your notes and nothing else, in any status.',
    guidance: {
      before: 'gather everything you know. Flag values the buyer did not confirm in field_estimates.',
      onFailure: `400 names the field to correct. 409 with another uid: the buyer has an open purchase; continue with that uid. Other 409: an offer is already chosen; call ${line.name}Status.`,
      replaces: true,
    },
    input: draftRequest(line),
    alsoWrong: draftProblems(line),
    output: sparse(sessionSchema(line)),
    failures: [404, 409],
    lean,
    async run(app, caller: AgentCaller, { uid, intake: patch, field_estimates, sandbox, metadata }) {
      const actor = agentActor(caller, { line: line.name })
      const sent = { intake: patch, field_estimates }
      if (uid === undefined) {
        const whose = { line: line.name, owner: ownerOf(caller), sandbox: sandboxOf(caller, sandbox) }
        await refuseUnlessLive(app, caller, whose)
        if (Object.keys(patch).length === 0)
          fail('invalid_request', {
            fields: [
              {
                path: 'intake',
                code: 'empty',
                expected: 'the application, as complete as possible',
              },
            ],
          })
        refuseActAtStart(app, caller, patch, whose.sandbox)
        const started = await startDraft(app, actor, { ...whose, sent })
        await saveMetadata(app, started, metadata)
        return sessionFor(app, caller, started)
      }
      const intake = await lockOwnIntake(app, caller, { uid, line: line.name })
      refuseOtherSandbox(sandbox, intake)
      refuseActs(app, caller, intake, { collect_facts: collectsFacts(patch) })
      const isNote =
        metadata !== undefined && Object.keys(patch).length === 0 && field_estimates === undefined
      const saved = isNote ? intake : await reviseDraft(app, actor, { intake, sent })
      await saveMetadata(app, saved, metadata)
      return sessionFor(app, caller, saved)
    },
  }),
)
