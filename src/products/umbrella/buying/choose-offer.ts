import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { isPerson } from '../../line/acts/actor.ts'
import { agree, evidenceFacts } from '../../line/acts/agree.ts'
import type { Json } from '../../line/fields/merge.ts'
import { withLaterAnswers } from '../answering/answers-at-bind.ts'
import type { Application } from '../application/application.ts'
import { creditCheck, offerChoice } from '../application/consent-words.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import { openToBind } from '../application/missing.ts'
import { bindFields } from '../application/sections.ts'
import type { ConsentingActor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { refuseOwnHousehold } from '../intake/one-purchase.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { NOTHING_TO_CHOOSE, offerBehind } from '../quoting/selected-offer.ts'

type Choice = {
  intake: UmbrellaIntakeRecord
  selection_token: string
  consent: 'Yes' | 'No' | null
  sent: Json
}

const refuseAgainstBuyer = (app: App, actor: ConsentingActor, { intake, consent }: Choice): void => {
  const { uid, status: current_status, application } = intake
  if (application.buyer_refused_credit && !isPerson(actor) && consent !== 'No')
    fail('conflict', {
      message: `The buyer said No to the credit check on their own page, and only they can change that. If they want to go on, they choose an offer and agree at ${reviewUrl(app, uid)}.`,
      current_status,
    })
}

const withoutRefusal = (
  {
    credit_refused: _,
    start_passed: __,
    purchase_ended_by: ___,
    buyer_refused_credit,
    ...application
  }: Application,
  isLifted: boolean,
): Application => (buyer_refused_credit && !isLifted ? { ...application, buyer_refused_credit } : application)

/** The consent covers the assembled application and this offer. Given any earlier, it does not count. */
const settled = async (
  app: App,
  by: ConsentingActor,
  { intake, consent }: Choice,
): Promise<UmbrellaIntakeRecord> => {
  const { application } = intake
  const facts = { ...evidenceFacts(by, creditCheck), ...application.purchase }
  const actor = by.name
  const none = { application, consentId: null }
  if (consent === null) return moveUmbrella(app, intake, none, { actor, event: 'offer_selected', facts })
  if (consent === 'No') {
    const refused = { ...application, purchase: null, credit_refused: true as const }
    return moveUmbrella(
      app,
      intake,
      { ...none, application: isPerson(by) ? { ...refused, buyer_refused_credit: true } : refused },
      { actor, event: 'consent_refused', facts },
    )
  }
  const isComplete = openToBind(application.household).length === 0
  const consentId = await agree(app, by, intake, {
    to: creditCheck,
    about: { household: application.household, purchase: application.purchase },
    state: isComplete ? 'effective' : 'offered',
  })
  return isComplete
    ? moveUmbrella(app, intake, { application, consentId }, { actor, event: 'bind_answers_complete', facts })
    : moveUmbrella(app, intake, none, { actor, event: 'bind_answers_missing', facts })
}

export const chooseOffer = async (
  app: App,
  actor: ConsentingActor,
  choice: Choice,
): Promise<UmbrellaIntakeRecord> => {
  const { intake, selection_token, sent } = choice
  const { offer_id } = await offerBehind(app, actor, { intake, selection_token })
  if (!umbrellaLifecycle.allows(intake.status, 'offer_selected'))
    await refuseWrongState(app, actor.words, intake, NOTHING_TO_CHOOSE)
  refuseAgainstBuyer(app, actor, choice)
  const answered = withLaterAnswers(app, actor, { intake, sent, asked: bindFields })
  await refuseOwnHousehold(app, { ...intake, application: answered.application }, actor)
  const isLifted = choice.consent === 'Yes' && isPerson(actor)
  const application = withoutRefusal(answered.application, isLifted)
  if (choice.consent !== 'No')
    await agree(app, actor, intake, {
      to: offerChoice,
      about: { household: application.household, offer_id },
    })
  return settled(app, actor, {
    ...choice,
    intake: { ...intake, application: { ...application, purchase: { offer_id } } },
  })
}
