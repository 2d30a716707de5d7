import { noticesShown } from '../../../../agency/rules/notices.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { agree, evidenceFacts } from '../../acts/agree.ts'
import { refuseOtherPage, refuseUnanswered, type SentSignature, sign } from '../../acts/sign.ts'
import { type BillingChoice, billingChoices, readBilling } from '../../buying/billing.ts'
import { isSameName } from '../../buying/signed-name.ts'
import type { Json } from '../../fields/merge.ts'
import { withLaterAnswers } from '../answering/patch.ts'
import type { Application } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { openToBind } from '../application/missing.ts'
import {
  type CallerWording,
  type ConsentingActor,
  type ReviewedIntake,
  refuseWrongState,
} from '../intake/intake.ts'
import { claimOrHold, claimPurchase } from '../intake/one-purchase.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { offerToBuy, type ReviewedOfferRow } from '../quoting/selected-offer.ts'
import { bindFields, lineOf } from '../reviewed-line.ts'
import { usuallyBilled } from './billing.ts'
import { hasStartPassed } from './change-offer.ts'
import { answersOf } from './desk.ts'
import { answerRequest } from './info-request.ts'
import { tellSigned, tellToSign } from './notify.ts'
import { enqueuePlacing } from './place-job.ts'
import { noticesFor, offeredFor, requiresSignature, signTokenOf } from './purchase-preview.ts'

const isEmpty = (sent: Json): boolean => Object.keys(sent).length === 0

/** Answers complete the application. If the credit consent came before them, it must come again. */
const afterAnswers = ({ household }: Application, intake: ReviewedIntake) => {
  const { consentId } = intake
  if (openToBind(lineOf(intake), household).length > 0) return 'bind_answers_missing'
  return consentId === null ? 'offer_selected' : 'bind_answers_complete'
}

const answerToBind = async (app: App, actor: ConsentingActor, intake: ReviewedIntake, sent: Json) => {
  if (isEmpty(sent))
    await refuseWrongState(
      app,
      actor.words,
      intake,
      'Some answers are missing, so the policy can’t be bought yet.',
    )
  const { application, changed } = withLaterAnswers(app, actor, { intake, sent, asked: bindFields(intake) })
  return movePurchase(
    app,
    intake,
    { application },
    {
      actor: actor.name,
      event: afterAnswers(application, intake),
      facts: { changed },
    },
  )
}

const refusePastStart = (app: App, { howToChooseAgain }: CallerWording, intake: ReviewedIntake): void => {
  if (hasStartPassed(intake, app.clock.now()))
    fail('conflict', {
      message: `The start date has passed. To choose a new effective_date, ${howToChooseAgain}.`,
      current_status: intake.status,
      fields: [{ path: 'intake.effective_date', code: 'in_the_past' }],
    })
}

const recordAttestation = async (
  app: App,
  actor: ConsentingActor,
  intake: ReviewedIntake,
  offer: ReviewedOfferRow,
): Promise<string> => {
  const { household, purchase } = intake.application
  const { offer_id } = offer
  const notices = noticesShown(noticesFor(intake, offer))
  await agree(app, actor, intake, { to: notices, about: { offer_id } })
  return agree(app, actor, intake, {
    to: lineOf(intake).consents.attestation,
    about: {
      household,
      offer_id,
      notices: notices.version,
      ...(purchase?.billing && { billing: purchase.billing }),
    },
  })
}

/** Buys on the agent's word, or asks the buyer to sign. Evidence, state and the next job are one transaction. */
const commit = async (app: App, actor: ConsentingActor, intake: ReviewedIntake, offer: ReviewedOfferRow) => {
  const { application } = intake
  const { offer_id } = offer
  const billing = application.purchase?.billing
  await claimPurchase(app, intake)
  const signature_id = await recordAttestation(app, actor, intake, offer)
  const why = {
    actor: actor.name,
    facts: { offer_id, ...evidenceFacts(actor, lineOf(intake).consents.attestation) },
  }
  if (requiresSignature(app, intake, offer)) {
    const waiting = await movePurchase(app, intake, { application }, { ...why, event: 'signature_asked' })
    await tellToSign(app, waiting)
    return waiting
  }
  const isClaimed = await claimOrHold(app, actor, intake)
  const chosen = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase: { offer_id, signature_id, ...(billing && { billing }) } } },
    { ...why, event: 'committed' },
  )
  if (isClaimed) await enqueuePlacing(app, chosen)
  return chosen
}

export type WantedBilling = { bill_to?: string; plan_id?: string }

type Binding = {
  intake: ReviewedIntake
  sent: Json
  confirmed: boolean
  payment?: WantedBilling | undefined
}

const wayInWords = ({ bill_to, plan_id }: BillingChoice): string =>
  JSON.stringify({ bill_to, ...(plan_id !== null && { plan_id }) })

/** How the buyer wants to pay. A confirmation without it buys what the last preview showed. */
const withBilling = (
  app: App,
  intake: ReviewedIntake,
  { offer, payment }: { offer: ReviewedOfferRow; payment: Binding['payment'] },
): ReviewedIntake => {
  const { application } = intake
  if (payment === undefined || !application.purchase) return intake
  const usually = usuallyBilled(app, intake, offer)
  const billing =
    readBilling(offer.offer, payment, usually) ??
    fail('invalid_request', {
      fields: [
        {
          path: 'payment',
          code: 'way_to_pay_not_offered',
          expected: `one of ${billingChoices(offer.offer, usually).map(wayInWords).join(', ')}`,
        },
      ],
    })
  return { ...intake, application: { ...application, purchase: { ...application.purchase, billing } } }
}

const noteBilling = (
  app: App,
  { name }: ConsentingActor,
  { before, intake: { application } }: Record<'before' | 'intake', ReviewedIntake>,
): Promise<ReviewedIntake> => {
  const why = { actor: name, event: 'payment_previewed' }
  return noteOnPurchase(app, before, { application }, { ...why, facts: { ...application.purchase?.billing } })
}

/** Call it before the signature, which then covers the choice. */
export const chooseBilling = async (
  app: App,
  actor: ConsentingActor,
  { intake: before, payment }: { intake: ReviewedIntake; payment: WantedBilling },
): Promise<ReviewedIntake> => {
  if (!reviewedLifecycle.allows(before.status, 'signed'))
    await refuseWrongState(app, actor.words, before, 'There is nothing to sign now.')
  const offer = await offerToBuy(app, actor, before)
  return noteBilling(app, actor, { before, intake: withBilling(app, before, { offer, payment }) })
}

const finalize = async (
  app: App,
  actor: ConsentingActor,
  { intake: before, sent, confirmed, payment }: Binding,
) => {
  if (!isEmpty(sent))
    fail('conflict', {
      message: `Nothing was changed or bought, because bind takes no answers now. To change an answer or the offer, ${actor.words.howToChooseAgain}.`,
      current_status: before.status,
    })
  const offer = await offerToBuy(app, actor, before)
  const intake = withBilling(app, before, { offer, payment })
  refusePastStart(app, actor.words, intake)
  if (confirmed) return commit(app, actor, intake, offer)
  return intake === before ? before : noteBilling(app, actor, { before, intake })
}

export const bindPurchase = async (
  app: App,
  actor: ConsentingActor,
  binding: Binding,
): Promise<ReviewedIntake> => {
  const { intake, sent } = binding
  switch (intake.status) {
    case 'needs_more_info_to_bind':
      return answerToBind(app, actor, intake, sent)
    case 'ready_to_finalize':
      return finalize(app, actor, binding)
    case 'info_requested':
      return answerRequest(app, actor, { intake, sent })
    default:
      return refuseWrongState(app, actor.words, intake, 'There is nothing to bind now.')
  }
}

/** The buyer's own signature. Evidence, state and the next job are one transaction, so two tabs buy once. */
export const signPurchase = async (
  app: App,
  actor: ConsentingActor,
  { intake, signing }: { intake: ReviewedIntake; signing: SentSignature },
): Promise<ReviewedIntake> => {
  const { status, application } = intake
  const { household } = application
  const { signature: disclosures } = lineOf(intake).consents
  if (!reviewedLifecycle.allows(status, 'signed'))
    await refuseWrongState(app, actor.words, intake, 'There is nothing to sign now.')
  const offer = await offerToBuy(app, actor, intake)
  refusePastStart(app, actor.words, intake)
  refuseOtherPage(actor, signing, { status, token: signTokenOf(intake, offer), disclosures })
  if (!isSameName(signing.signed_name, household.full_name ?? ''))
    fail('invalid_request', { fields: [{ path: 'signed_name', code: 'name_mismatch' }] })
  const offered = { list: offeredFor(intake), answers: signing.offered }
  refuseUnanswered(app, intake, { offered: offered.list, answers: offered.answers })
  await claimPurchase(app, intake)
  const isClaimed = await claimOrHold(app, actor, intake)
  const { offer_id } = offer
  const signed_name = signing.signed_name.trim()
  const billing = application.purchase?.billing && { billing: application.purchase.billing }
  const { texts, ...evidence } = await sign(app, actor, intake, {
    disclosures,
    notices: noticesShown(noticesFor(intake, offer)),
    offered,
    application: household,
    offers: { offer_id },
    signed: { household, signed_name, ...billing },
  })
  await tellSigned(app, intake, { texts, signed_name, said: answersOf(intake) })
  const signed = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase: { offer_id, signed_name, ...evidence, ...billing } } },
    { actor: actor.name, event: 'signed', facts: { offer_id, ...evidenceFacts(actor, disclosures) } },
  )
  if (isClaimed) await enqueuePlacing(app, signed)
  return signed
}
