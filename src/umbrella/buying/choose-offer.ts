import type { App } from '../../app.ts'
import type { Json } from '../../line/fields/merge.ts'
import { recordConsent } from '../../line/record/consent.ts'
import { withLaterAnswers } from '../answering/answers-at-bind.ts'
import { creditCheck } from '../application/consent-words.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import { openToBind } from '../application/missing.ts'
import { bindFields } from '../application/sections.ts'
import type { Actor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { refuseHere } from '../intake/wrong-state.ts'
import { offerBehind } from '../quoting/selected-offer.ts'

type Choice = {
  intake: UmbrellaIntakeRecord
  selection_token: string
  consent: 'Yes' | 'No' | null
  sent: Json
}

/** The consent covers this application and this offer. No credit check runs before it is on record. */
const settled = async (
  app: App,
  { witness }: Actor,
  { intake, consent }: Choice,
): Promise<UmbrellaIntakeRecord> => {
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

export const chooseOffer = async (app: App, actor: Actor, choice: Choice): Promise<UmbrellaIntakeRecord> => {
  const { intake, selection_token, sent } = choice
  const { offer_id } = await offerBehind(app, actor, { intake, selection_token })
  if (!umbrellaLifecycle.allows(intake.status, 'offer_selected'))
    refuseHere(actor.words, intake, 'There is no offer to choose now.')
  const { application } = withLaterAnswers(app, actor, { intake, sent, asked: bindFields })
  return settled(app, actor, {
    ...choice,
    intake: { ...intake, application: { ...application, purchase: { offer_id } } },
  })
}
