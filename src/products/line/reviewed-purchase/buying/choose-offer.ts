import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { isPerson } from '../../acts/actor.ts'
import { agree, evidenceFacts } from '../../acts/agree.ts'
import type { Json } from '../../fields/merge.ts'
import { withLaterAnswers } from '../answering/patch.ts'
import type { Application } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { openToBind } from '../application/missing.ts'
import type { ConsentingActor, ReviewedIntake } from '../intake/intake.ts'
import { refuseWrongState } from '../intake/intake.ts'
import { refuseOwnHousehold } from '../intake/one-purchase.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { movePurchase } from '../intake/writer.ts'
import { NOTHING_TO_CHOOSE, offerBehind } from '../quoting/offers.ts'
import { bindFields, lineOf } from '../reviewed-line.ts'

type Choice = {
  intake: ReviewedIntake
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
): Promise<ReviewedIntake> => {
  const { application } = intake
  const facts = { ...evidenceFacts(by, lineOf(intake).consents.creditCheck), ...application.purchase }
  const actor = by.name
  const none = { application, consentId: null }
  if (consent === null) return movePurchase(app, intake, none, { actor, event: 'offer_selected', facts })
  if (consent === 'No') {
    const refused = { ...application, purchase: null, credit_refused: true as const }
    return movePurchase(
      app,
      intake,
      { ...none, application: isPerson(by) ? { ...refused, buyer_refused_credit: true } : refused },
      { actor, event: 'consent_refused', facts },
    )
  }
  const isComplete = openToBind(lineOf(intake), application.household).length === 0
  const consentId = await agree(app, by, intake, {
    to: lineOf(intake).consents.creditCheck,
    about: { household: application.household, purchase: application.purchase },
    state: isComplete ? 'effective' : 'offered',
  })
  return isComplete
    ? movePurchase(app, intake, { application, consentId }, { actor, event: 'bind_answers_complete', facts })
    : movePurchase(app, intake, none, { actor, event: 'bind_answers_missing', facts })
}

export const chooseOffer = async (
  app: App,
  actor: ConsentingActor,
  choice: Choice,
): Promise<ReviewedIntake> => {
  const { intake, selection_token, sent } = choice
  const { offer_id } = await offerBehind(app, actor, { intake, selection_token })
  if (!reviewedLifecycle.allows(intake.status, 'offer_selected'))
    await refuseWrongState(app, actor.words, intake, NOTHING_TO_CHOOSE)
  refuseAgainstBuyer(app, actor, choice)
  const answered = withLaterAnswers(app, actor, { intake, sent, asked: bindFields(intake) })
  await refuseOwnHousehold(app, { ...intake, application: answered.application }, actor)
  const isLifted = choice.consent === 'Yes' && isPerson(actor)
  const application = withoutRefusal(answered.application, isLifted)
  if (choice.consent !== 'No')
    await agree(app, actor, intake, {
      to: lineOf(intake).consents.choice,
      about: { household: application.household, offer_id },
    })
  return settled(app, actor, {
    ...choice,
    intake: { ...intake, application: { ...application, purchase: { offer_id } } },
  })
}
