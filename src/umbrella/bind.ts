import Type from 'typebox'
import { type App, operation } from '../app.ts'
import { fail } from '../errors.ts'
import { recordConsent } from '../line/consent.ts'
import { anId } from '../line/intake-schema.ts'
import { dayIn } from '../line/local-day.ts'
import type { Json } from '../line/merge.ts'
import { refuseOtherSandbox } from '../line/sandbox-flag.ts'
import { claimPurchase } from './buyer.ts'
import { purchaseOrder } from './consent-words.ts'
import { answerRequest } from './info-request.ts'
import { type Actor, type AgentCaller, agentActor, lockOwnIntake, type UmbrellaIntake } from './intake.ts'
import { UmbrellaIntake as UmbrellaIntakeSchema } from './intake-schema.ts'
import { withLaterAnswers } from './later-answers.ts'
import { openToBind } from './missing.ts'
import { enqueuePlacing } from './place-job.ts'
import { howToChange, refuseHere } from './refuse-here.ts'
import { bindFields } from './sections.ts'
import { offerToBuy } from './selected-offer.ts'
import { UmbrellaSession } from './session-schema.ts'
import { sessionView } from './session-view.ts'
import { moveUmbrella } from './writer.ts'

export const UmbrellaBindRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    intake: Type.Optional(UmbrellaIntakeSchema),
    sandbox: Type.Optional(Type.Boolean({ description: 'As on the first call, or left out.' })),
  },
  {
    $id: 'UmbrellaBindRequest',
    additionalProperties: false,
    examples: [
      {
        uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE',
        intake: {
          vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
          effective_date: '2027-01-01',
          prior_carrier: 'none',
        },
      },
      { uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE' },
    ],
  },
)

const isEmpty = (sent: Json): boolean => Object.keys(sent).length === 0

/** What is still asked before the purchase; nothing is bought by it. */
const answerToBind = (app: App, actor: Actor, intake: UmbrellaIntake, sent: Json) => {
  if (isEmpty(sent)) refuseHere(intake, 'Some answers are missing, so that nothing can be bought yet.')
  const { application, changed } = withLaterAnswers(app, actor, { intake, sent, asked: bindFields })
  const isComplete = openToBind(application.household).length === 0
  return moveUmbrella(
    app,
    intake,
    { application },
    {
      actor: actor.witness.givenBy,
      event: isComplete ? 'bind_answers_complete' : 'bind_answers_missing',
      facts: { changed },
    },
  )
}

const refusePastStart = (app: App, intake: UmbrellaIntake): void => {
  const { effective_date = '', state = '' } = intake.application.household
  if (effective_date < dayIn(state, app.clock.now()))
    fail('conflict', {
      message: `The start date has passed. For another effective_date ${howToChange(intake)}.`,
      current_status: intake.status,
      fields: [{ path: 'intake.effective_date', problem: 'has passed' }],
    })
}

/** The one step that buys: the evidence, the state and the job that goes on are one transaction. */
const commit = async (app: App, { witness }: Actor, intake: UmbrellaIntake, sent: Json) => {
  if (!isEmpty(sent)) refuseHere(intake, 'Nothing more is asked.')
  const { uid, application } = intake
  const { offer_id } = await offerToBuy(app, intake)
  refusePastStart(app, intake)
  await claimPurchase(app, intake)
  const signature_id = await recordConsent(app, purchaseOrder, {
    uid,
    application: { household: application.household, offer_id },
    witness,
  })
  const chosen = await moveUmbrella(
    app,
    intake,
    { application: { ...application, purchase: { offer_id, signature_id } } },
    {
      actor: witness.givenBy,
      event: 'committed',
      facts: { offer_id, channel: witness.channel, version: purchaseOrder.version },
    },
  )
  await enqueuePlacing(app, chosen)
  return chosen
}

/** Answers what was asked, or buys: the uid alone in `ready_to_finalize` is the purchase. */
export const bindPurchase = (
  app: App,
  actor: Actor,
  { intake, sent }: { intake: UmbrellaIntake; sent: Json },
): Promise<UmbrellaIntake> => {
  switch (intake.status) {
    case 'needs_more_info_to_bind':
      return answerToBind(app, actor, intake, sent)
    case 'ready_to_finalize':
      return commit(app, actor, intake, sent)
    case 'info_requested':
      return answerRequest(app, actor, { intake, sent })
    default:
      return refuseHere(intake, 'There is nothing to bind now.')
  }
}

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
