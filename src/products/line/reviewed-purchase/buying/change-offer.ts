import { findPayment, voidPayment } from '../../../../agency/payments/payments.ts'
import { refundDue } from '../../../../agency/payments/refunds.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { releaseProperties } from '../../buying/one-purchase-per-property.ts'
import { need } from '../../buying/order-facts.ts'
import type { MoneyOutcome } from '../../buying/settle-money.ts'
import { finishHolds } from '../../record/notes.ts'
import type { Application, Household, Purchase } from '../application/application.ts'
import { HOUSEHOLD } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { movePurchase } from '../intake/writer.ts'
import { tellPurchaseEnded, tellStartPassed } from '../quoting/notify.ts'
import { selectedOffer } from '../quoting/offers.ts'

const NOTHING: MoneyOutcome = { released_cents: 0, refund_cents: 0, invoice: null }

export const giveBack = async (app: App, { payment_id }: Purchase): Promise<MoneyOutcome> => {
  const payment = payment_id === undefined ? null : await findPayment(app, payment_id)
  if (!payment) return NOTHING
  const { status, amount_cents, charged_cents } = payment
  if (status === 'open' || status === 'authorized') {
    await voidPayment(app, payment.payment_id, 'service')
    return { ...NOTHING, released_cents: status === 'authorized' ? amount_cents : 0 }
  }
  if (status !== 'paid') return NOTHING
  const cents = charged_cents ?? amount_cents
  const refund = await refundDue(app, payment, {
    cents,
    cause: `changed/${payment.payment_id}`,
    reason: 'canceled',
  })
  return { ...NOTHING, refund_cents: refund?.amount_cents ?? 0 }
}

export const hasStartPassed = ({ application: { household } }: ReviewedIntake, now: Date): boolean => {
  const { effective_date = '', state = '' } = household
  return effective_date < dayIn(state, now)
}

const withoutStart = ({ effective_date: _, ...household }: Household): Household => ({
  ...household,
  field_estimates: household.field_estimates.filter(({ field }) => field !== 'effective_date'),
  locked: household.locked.filter(field => field !== 'effective_date'),
})

/** The buyer agreed to the start date that they saw. Once it has passed, nothing is ordered and they decide again. */
export const stopIfStartPassed = async (app: App, intake: ReviewedIntake): Promise<ReviewedIntake | null> => {
  const { uid, application } = intake
  const { purchase, household } = application
  if (purchase === null || !hasStartPassed(intake, app.clock.now())) return null
  const { effective_date = '' } = household
  const row = need(await selectedOffer(app, intake), 'offer')
  const { carrier } = row.offer
  const stopped = await movePurchase(
    app,
    intake,
    {
      application: {
        ...application,
        household: withoutStart(household),
        purchase: null,
        start_passed: effective_date,
      },
      consentId: null,
    },
    { actor: 'service', event: 'start_passed', facts: { offer_id: purchase.offer_id, effective_date } },
  )
  await releaseProperties(app, uid, [HOUSEHOLD])
  await tellStartPassed(app, stopped, { carrier, effective_date, money: await giveBack(app, purchase) })
  return stopped
}

/** Possible until the carrier has the order. The buyer is refunded in full and may choose again. */
export const endPurchase = async (
  app: App,
  intake: ReviewedIntake,
  { actor, by }: { actor: string; by: NonNullable<Application['purchase_ended_by']> },
): Promise<ReviewedIntake> => {
  const { uid, status, application } = intake
  const { purchase } = application
  if (purchase === null || !reviewedLifecycle.allows(status, 'purchase_ended'))
    return fail('conflict', {
      message: 'The purchase can’t be ended now: the carrier has the order, or there is no purchase.',
      current_status: status,
    })
  const row = need(await selectedOffer(app, intake), 'offer')
  const { carrier } = row.offer
  const ended = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase: null, purchase_ended_by: by }, consentId: null },
    { actor, event: 'purchase_ended', facts: { offer_id: purchase.offer_id, by } },
  )
  await releaseProperties(app, uid, [HOUSEHOLD])
  await finishHolds(app, uid, actor)
  await tellPurchaseEnded(app, ended, { carrier, by, money: await giveBack(app, purchase) })
  return ended
}
