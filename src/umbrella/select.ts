import Type from 'typebox'
import { type App, operation } from '../app.ts'
import { recordConsent } from '../line/consent.ts'
import { anId } from '../line/intake-schema.ts'
import type { Json } from '../line/merge.ts'
import { refuseOtherSandbox } from '../line/sandbox-flag.ts'
import { creditCheck } from './consent-words.ts'
import { type Actor, type AgentCaller, agentActor, lockOwnIntake, type UmbrellaIntake } from './intake.ts'
import { UmbrellaIntake as UmbrellaIntakeSchema } from './intake-schema.ts'
import { withLaterAnswers } from './later-answers.ts'
import { umbrellaLifecycle } from './lifecycle.ts'
import { openToBind } from './missing.ts'
import { refuseHere } from './refuse-here.ts'
import { bindFields } from './sections.ts'
import { offerBehind } from './selected-offer.ts'
import { UmbrellaSession } from './session-schema.ts'
import { sessionView } from './session-view.ts'
import { moveUmbrella } from './writer.ts'

export const UmbrellaSelectRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    selection_token: anId('Of the offer that the buyer chose.'),
    selection_confirmed: Type.Literal(true, { description: 'The buyer said that they choose this offer.' }),
    credit_consent: Type.Optional(
      Type.Object(
        {
          answer: Type.Enum(['Yes', 'No'], {
            description: 'The buyer’s own answer to credit_consent_question.',
          }),
          collected_from_user: Type.Literal(true, {
            description: 'The buyer was shown the exact words and gave this answer themselves.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    intake: Type.Optional(UmbrellaIntakeSchema),
    sandbox: Type.Optional(Type.Boolean({ description: 'As on the first call, or left out.' })),
  },
  {
    $id: 'UmbrellaSelectRequest',
    additionalProperties: false,
    examples: [
      {
        uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE',
        selection_token: 'off_5sR8mV2kQwXb7nTzYc4d1L',
        selection_confirmed: true,
        credit_consent: { answer: 'Yes', collected_from_user: true },
      },
    ],
  },
)

/** `consent`: the buyer's answer on credit, or null while they have given none. */
type Choice = { intake: UmbrellaIntake; selection_token: string; consent: 'Yes' | 'No' | null; sent: Json }

/** The consent belongs to this application and this offer: nothing is looked up under it before it is on record. */
const settled = async (
  app: App,
  { witness }: Actor,
  { intake, consent }: Choice,
): Promise<UmbrellaIntake> => {
  const { uid, application } = intake
  const facts = { version: creditCheck.version, ...application.purchase }
  const actor = witness.givenBy
  if (consent === null)
    return moveUmbrella(app, intake, { application }, { actor, event: 'offer_selected', facts })
  if (consent === 'No')
    return moveUmbrella(
      app,
      intake,
      { application: { ...application, purchase: null } },
      { actor, event: 'consent_refused', facts },
    )
  const consentId = await recordConsent(app, creditCheck, {
    uid,
    application: { household: application.household, purchase: application.purchase },
    witness,
  })
  const isComplete = openToBind(application.household).length === 0
  return moveUmbrella(
    app,
    intake,
    { application, consentId },
    { actor, event: isComplete ? 'bind_answers_complete' : 'bind_answers_missing', facts },
  )
}

/** Chooses an offer for the buyer; it never buys. */
export const chooseOffer = async (app: App, actor: Actor, choice: Choice): Promise<UmbrellaIntake> => {
  const { intake, selection_token, sent } = choice
  const { offer_id } = await offerBehind(app, intake, selection_token)
  if (!umbrellaLifecycle.allows(intake.status, 'offer_selected'))
    refuseHere(intake, 'There is no offer to choose now.')
  const { application } = withLaterAnswers(app, actor, { intake, sent, asked: bindFields })
  return settled(app, actor, {
    ...choice,
    intake: { ...intake, application: { ...application, purchase: { offer_id } } },
  })
}

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
