import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { claimProperties } from '../../line/buying/one-purchase-per-property.ts'
import type { Json } from '../../line/fields/merge.ts'
import { recordConsent } from '../../line/record/consent.ts'
import { dayIn } from '../../line/wire/local-day.ts'
import { withLaterAnswers } from '../answering/answers-at-bind.ts'
import { purchaseOrder } from '../application/consent-words.ts'
import { openToBind } from '../application/missing.ts'
import { bindFields } from '../application/sections.ts'
import type { Actor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { claimPurchase } from '../intake/one-purchase.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { type CallerWording, refuseHere } from '../intake/wrong-state.ts'
import { offerToBuy } from '../quoting/selected-offer.ts'
import { answerRequest } from './info-request.ts'
import { enqueuePlacing } from './place-job.ts'

const isEmpty = (sent: Json): boolean => Object.keys(sent).length === 0

const answerToBind = (app: App, actor: Actor, intake: UmbrellaIntakeRecord, sent: Json) => {
  if (isEmpty(sent))
    refuseHere(actor.words, intake, 'Some answers are missing, so the policy can’t be bought yet.')
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

const refusePastStart = (app: App, { howToChange }: CallerWording, intake: UmbrellaIntakeRecord): void => {
  const { effective_date = '', state = '' } = intake.application.household
  if (effective_date < dayIn(state, app.clock.now()))
    fail('conflict', {
      message: `The start date has passed. To choose a new effective_date, ${howToChange}.`,
      current_status: intake.status,
      fields: [{ path: 'intake.effective_date', code: 'in_the_past' }],
    })
}

/** The only step that buys. Evidence, state and the next job are one transaction. */
const commit = async (app: App, actor: Actor, intake: UmbrellaIntakeRecord, sent: Json) => {
  const { witness, words } = actor
  if (!isEmpty(sent)) refuseHere(words, intake, 'No more answers are needed.')
  const { uid, application } = intake
  const { offer_id, item } = await offerToBuy(app, actor, intake)
  refusePastStart(app, words, intake)
  await claimPurchase(app, intake)
  await claimProperties(app, intake, [{ item, path: 'intake.address', address: application.household }])
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

export const bindPurchase = (
  app: App,
  actor: Actor,
  { intake, sent }: { intake: UmbrellaIntakeRecord; sent: Json },
): Promise<UmbrellaIntakeRecord> => {
  switch (intake.status) {
    case 'needs_more_info_to_bind':
      return answerToBind(app, actor, intake, sent)
    case 'ready_to_finalize':
      return commit(app, actor, intake, sent)
    case 'info_requested':
      return answerRequest(app, actor, { intake, sent })
    default:
      return refuseHere(actor.words, intake, 'There is nothing to bind now.')
  }
}
