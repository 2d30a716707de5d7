import { isAboutCredit } from '../../../../agency/carriers/contract/answers.ts'
import type { BindAnswer } from '../../../../agency/carriers/contract/bind.ts'
import type { App } from '../../../../platform/app.ts'
import type { Settled } from '../../buying/binding-line.ts'
import { newPriceIn } from '../../buying/new-price.ts'
import { releaseProperties } from '../../buying/one-purchase-per-property.ts'
import { invoiceNotice } from '../../buying/payment-job.ts'
import { settleMoney } from '../../buying/settle-money.ts'
import { type Application, purchaseIn } from '../application/application.ts'
import type { ReviewedEvent } from '../application/lifecycle.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { tell } from '../quoting/notify.ts'
import { quotingIn } from '../quoting/quote-job.ts'
import { offersIn } from '../quoting/selected-offer.ts'
import { paymentSettled } from './ask-for-payment.ts'
import { tellAsked, tellBlocked, tellBound, tellRepriced } from './notify.ts'

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

export const orderOutcome = async (app: App, intake: ReviewedIntake, settled: Settled) => {
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

export const tellOutcome = async (app: App, intake: ReviewedIntake, settled: Settled): Promise<void> => {
  const { order, policy } = onlyOrder(settled)
  const money = await settleMoney(app, { intake, settled, then_job: paymentSettled(intake), keepsHold: true })
  if (money.invoice) await tell(app, intake, invoiceNotice(money.invoice))
  if (policy) await tellBound(app, intake, policy.facts)
  if (order.answer.kind === 'info_requested') await tellAsked(app, intake)
  if (order.answer.kind === 'blocked') await tellBlocked(app, intake, { order, money })
  await tellRepriced(app, intake, { order, money })
}
