import { openPayment } from '../../../../agency/payments/open-payment.ts'
import { settlePayment } from '../../../../agency/payments/receipts.ts'
import type { App } from '../../../../platform/app.ts'
import { capitalized } from '../../../../platform/lib/name-words.ts'
import { HOUSEHOLD, type Purchase, purchaseIn } from '../application/application.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { selectedOffer } from '../quoting/offers.ts'
import { lineOf, type OfLine } from '../reviewed-line.ts'
import { purchaseBilling, purchaseDueCents, rehearsedIn } from './billing.ts'
import { stopIfStartPassed } from './change-offer.ts'
import { tellPayment } from './notify.ts'

export const paymentSettled = ({ line }: OfLine): string => `${line}_payment_settled`

const openFor = async (app: App, intake: ReviewedIntake) => {
  const row = await selectedOffer(app, intake)
  if (!row) throw new Error(`${intake.uid} has nothing to pay for.`)
  const { carrier, illustrative } = row.offer
  const { plan } = purchaseBilling(app, intake, row)
  const amount_cents = purchaseDueCents(app, intake, row)
  const { effective_date } = intake.application.household
  return openPayment(app, {
    uid: intake.uid,
    // A payment for an earlier purchase is refunded, even if it was for the same offer.
    purpose: [`${intake.line}_premium`, row.offer_id, intake.application.purchase?.signature_id]
      .filter(Boolean)
      .join('/'),
    sandbox: intake.sandbox,
    amount_cents,
    description: [
      {
        product: capitalized(lineOf(intake).words.insurance),
        carrier,
        illustrative,
        term: plan ? { plan: plan.label } : 'year',
      },
    ],
    parts: [{ offer_id: row.offer_id, carrier_id: row.carrier_id, cents: amount_cents }],
    illustrative: illustrative ?? true,
    ...(effective_date !== undefined && { due_on: effective_date }),
    then_job: paymentSettled(intake),
  })
}

const withPayment = ({ application }: ReviewedIntake, payment: Partial<Purchase>) => ({
  application: { ...application, purchase: { ...purchaseIn(application), ...payment } },
})

type Asked = { actor: string; event: 'documents_accepted' | 'payment_asked' }

export const askForPayment = async (
  app: App,
  intake: ReviewedIntake,
  { actor, event }: Asked,
): Promise<void> => {
  if (await stopIfStartPassed(app, intake)) return
  const payment = await openFor(app, intake)
  const { payment_id } = payment
  const waiting = await movePurchase(app, intake, withPayment(intake, { payment_id }), {
    actor,
    event,
    facts: { payment_id },
  })
  const after = event === 'documents_accepted' ? 'documents' : 'purchase'
  await tellPayment(app, waiting, { payment, after })
  if (!intake.sandbox) return
  // No one pays in the sandbox. The documented test input decides the outcome.
  const outcome = rehearsedIn(intake) === 'payment_fails' ? 'failed' : 'paid'
  await settlePayment(app, payment_id, { by: 'sandbox', outcome })
}

export const askForPaymentAgain = async (app: App, intake: ReviewedIntake): Promise<void> => {
  if (await stopIfStartPassed(app, intake)) return
  const payment = await openFor(app, intake)
  const { payment_id } = payment
  const waiting = await noteOnPurchase(
    app,
    intake,
    withPayment(intake, { payment_id, payment_failed: true }),
    {
      actor: 'service',
      event: 'payment_failed',
      facts: { payment_id },
      stateAgain: [HOUSEHOLD],
    },
  )
  await tellPayment(app, waiting, { payment, after: 'failed_payment' })
}
