import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import type { BindAnswer } from '../../../agency/carriers/contract/bind.ts'
import type { App } from '../../../platform/app.ts'
import type { Settled } from '../../line/buying/binding-line.ts'
import { newPriceIn } from '../../line/buying/new-price.ts'
import { releaseProperties } from '../../line/buying/one-purchase-per-property.ts'
import { invoiceNotice } from '../../line/buying/payment-job.ts'
import { settleMoney } from '../../line/buying/settle-money.ts'
import { type Application, purchaseIn } from '../application/application.ts'
import type { UmbrellaEvent } from '../application/lifecycle.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { tell } from '../quoting/notify.ts'
import { repriceUmbrellaOffer } from '../quoting/quote-job.ts'
import { umbrellaOffers } from '../quoting/selected-offer.ts'
import { PAYMENT_SETTLED } from './ask-for-payment.ts'
import { tellAsked, tellBlocked, tellBound, tellRepriced } from './notify.ts'

const EVENTS: Record<BindAnswer['kind'], UmbrellaEvent> = {
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
  intake: UmbrellaIntakeRecord,
  { answer, offer_id }: Settled['orders'][number],
) => {
  if (answer.kind !== 'price_changed') return {}
  const [old] = await umbrellaOffers.find(app.db, intake.uid, [offer_id])
  if (old) await repriceUmbrellaOffer(app, intake, old, newPriceIn(answer))
  return { consentId: null }
}

export const orderOutcome = async (app: App, intake: UmbrellaIntakeRecord, settled: Settled) => {
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

export const tellOutcome = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  settled: Settled,
): Promise<void> => {
  const { order, policy } = onlyOrder(settled)
  const money = await settleMoney(app, { intake, settled, then_job: PAYMENT_SETTLED, keepsHold: true })
  if (money.invoice) await tell(app, intake, invoiceNotice(money.invoice))
  if (policy) await tellBound(app, intake, policy.facts)
  if (order.answer.kind === 'info_requested') await tellAsked(app, intake)
  if (order.answer.kind === 'blocked') await tellBlocked(app, intake, { order, money })
  await tellRepriced(app, intake, { order, money })
}
