import { isAboutCredit } from '../../../../agency/carriers/contract/answers.ts'
import type { BindAnswer } from '../../../../agency/carriers/contract/bind.ts'
import type { Order } from '../../../../agency/policies/orders.ts'
import type { App } from '../../../../platform/app.ts'
import { bindingOf } from '../../buying/binding.ts'
import type { Settled } from '../../buying/binding-line.ts'
import { releaseProperties } from '../../buying/one-purchase-per-property.ts'
import { invoiceNotice } from '../../buying/payment-job.ts'
import { settleMoney } from '../../buying/settle-money.ts'
import type { OfferEvent, Taking } from '../../offers/late-answer.ts'
import { newPriceIn } from '../../offers/offer-events.ts'
import { useConsent } from '../../record/consent.ts'
import { type Application, HOUSEHOLD, purchaseIn } from '../application/application.ts'
import type { ReviewedEvent, ReviewedStatus } from '../application/lifecycle.ts'
import { lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { intakesIn } from '../intake/writer.ts'
import { carriersIn } from '../quoting/carriers.ts'
import { tell, tellOfferChanged } from '../quoting/notify.ts'
import { quotingIn } from '../quoting/quote-job.ts'
import { offersIn, selectedOffer } from '../quoting/selected-offer.ts'
import { perLine, type ReviewedCarrier } from '../reviewed-line.ts'
import { paymentSettled } from './ask-for-payment.ts'
import { giveBack } from './change-offer.ts'
import { tellAsked, tellBlocked, tellBound, tellOrderLate, tellRepriced } from './notify.ts'
import { deliverDocuments } from './uploads.ts'

const EVENTS: Record<BindAnswer['kind'], ReviewedEvent> = {
  bound: 'carrier_bound',
  info_requested: 'information_asked',
  blocked: 'carrier_blocked',
  price_changed: 'price_changed',
}

/** The carrier tells the buyer a reason based on a credit report. An operator never sees it. */
const shownReason = ({ reason_code, reason }: Extract<BindAnswer, { kind: 'blocked' }>): string =>
  isAboutCredit(reason_code) ? 'The carrier tells its reason to the buyer.' : reason

const withAnswer = (application: Application, answer: BindAnswer): Application => {
  if (answer.kind === 'price_changed') return { ...application, purchase: null }
  const purchase = purchaseIn(application)
  if (answer.kind === 'info_requested') {
    const { reason, fields } = answer
    return { ...application, purchase: { ...purchase, info_request: { from: 'carrier', reason, fields } } }
  }
  return answer.kind === 'blocked'
    ? { ...application, purchase: { ...purchase, blocked_because: shownReason(answer) } }
    : application
}

const onlyOrder = ({ orders: [order], issued: [policy] }: Settled) => {
  if (!order) throw new Error('There is no order to settle.')
  return { order, policy }
}

const repriced = async (
  app: App,
  intake: ReviewedIntake,
  { answer, offer_id }: Settled['orders'][number],
) => {
  if (answer.kind !== 'price_changed') return {}
  const [old] = await offersIn.find(app.db, intake.uid, [offer_id])
  if (old) await quotingIn(intake).repriceOffer(app, intake, old, newPriceIn(answer))
  return { consentId: null }
}

const orderOutcome = async (app: App, intake: ReviewedIntake, settled: Settled) => {
  const { uid, application } = intake
  const { order, policy } = onlyOrder(settled)
  const { order_id, answer, item } = order
  if (answer.kind === 'blocked' || answer.kind === 'price_changed') await releaseProperties(app, uid, [item])
  return {
    change: { application: withAnswer(application, answer), ...(await repriced(app, intake, order)) },
    event: EVENTS[answer.kind],
    facts: { order_id, ...(policy && { policy_id: policy.facts.policy_id }) },
  }
}

const tellOutcome = async (app: App, intake: ReviewedIntake, settled: Settled): Promise<void> => {
  const { order, policy } = onlyOrder(settled)
  const money = await settleMoney(app, { intake, settled, then_job: paymentSettled(intake), keepsHold: true })
  if (money.invoice) await tell(app, intake, invoiceNotice(money.invoice))
  if (policy) await tellBound(app, intake, policy.facts)
  if (order.answer.kind === 'info_requested') await tellAsked(app, intake)
  if (order.answer.kind === 'blocked') await tellBlocked(app, intake, { order, money })
  await tellRepriced(app, intake, { order, money })
}

const beforeOrder = async (
  app: App,
  intake: ReviewedIntake,
  { order, carrier }: { order: Order; carrier: ReviewedCarrier },
): Promise<void> => {
  await useConsent(app, intake, { id: order.order_id, carrierId: carrier.id })
  // Staff send documents in the carrier's portal. Until then the carrier has not received them.
  if (carrier.kind !== 'desk') await deliverDocuments(app, carrier, order)
}

type Kinds = {
  status: ReviewedStatus
  event: ReviewedEvent
  application: Application
  carrier: ReviewedCarrier
}

export const bindingIn = perLine(line =>
  bindingOf<Kinds>({
    intakes: intakesIn(line),
    jobName: `bind_${line.name}`,
    carriers: carriersIn(line),
    beforeOrder,
    outcome: orderOutcome,
    onSettled: tellOutcome,
    onLate: tellOrderLate,
  }),
)

export const changePurchaseIn = perLine(line => async (app: App, event: OfferEvent): Promise<Taking> => {
  const before = await lockForJob(app, event.uid)
  const row = before && (await selectedOffer(app, before))
  const taking = await quotingIn(line).changeOffer(app, event)
  if (!taking.taken || taking.repeated || !row) return taking
  const after = await lockForJob(app, event.uid)
  const purchase = before.application.purchase
  if (!after || after.application.purchase !== null || purchase === null) return taking
  await releaseProperties(app, event.uid, [HOUSEHOLD])
  const { carrier, annual_price } = row.offer
  await tellOfferChanged(app, after, {
    carrier,
    before: annual_price,
    after: event.annual_price ?? null,
    money: await giveBack(app, purchase),
  })
  return taking
})
