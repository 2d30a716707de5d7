import { umbrellaSandboxInput } from '../../../agency/carriers/sandbox/umbrella-inputs.ts'
import { openPayment } from '../../../agency/payments/open-payment.ts'
import { settlePayment } from '../../../agency/payments/payments.ts'
import type { App } from '../../../platform/app.ts'
import { type Purchase, purchaseIn } from '../application/application.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { moveUmbrella, noteOnUmbrella } from '../intake/writer.ts'
import { HOUSEHOLD } from '../quoting/questions.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { purchaseBilling, purchaseDueCents } from './billing.ts'
import { stopIfStartPassed } from './change-offer.ts'
import { tellPayment } from './notify.ts'

export const PAYMENT_SETTLED = 'umbrella_payment_settled'

const openFor = async (app: App, intake: UmbrellaIntakeRecord) => {
  const row = await selectedOffer(app, intake)
  if (!row) throw new Error(`${intake.uid} has nothing to pay for.`)
  const { carrier, illustrative } = row.offer
  const { plan } = purchaseBilling(app, intake, row)
  const amount_cents = purchaseDueCents(app, intake, row)
  const { effective_date } = intake.application.household
  return openPayment(app, {
    uid: intake.uid,
    // A payment for an earlier purchase is refunded, even if it was for the same offer.
    purpose: ['umbrella_premium', row.offer_id, intake.application.purchase?.signature_id]
      .filter(Boolean)
      .join('/'),
    sandbox: intake.sandbox,
    amount_cents,
    description: [
      { product: 'Umbrella insurance', carrier, illustrative, term: plan ? { plan: plan.label } : 'year' },
    ],
    parts: [{ offer_id: row.offer_id, carrier_id: row.carrier_id, cents: amount_cents }],
    illustrative: illustrative ?? true,
    ...(effective_date !== undefined && { due_on: effective_date }),
    then_job: PAYMENT_SETTLED,
  })
}

const withPayment = ({ application }: UmbrellaIntakeRecord, payment: Partial<Purchase>) => ({
  application: { ...application, purchase: { ...purchaseIn(application), ...payment } },
})

type Asked = { actor: string; event: 'documents_accepted' | 'payment_asked' }

export const askForPayment = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  { actor, event }: Asked,
): Promise<void> => {
  if (await stopIfStartPassed(app, intake)) return
  const payment = await openFor(app, intake)
  const { payment_id } = payment
  const waiting = await moveUmbrella(app, intake, withPayment(intake, { payment_id }), {
    actor,
    event,
    facts: { payment_id },
  })
  const after = event === 'documents_accepted' ? 'documents' : 'purchase'
  await tellPayment(app, waiting, { payment, after })
  if (!intake.sandbox) return
  // No one pays in the sandbox. The documented test input decides the outcome.
  const { jet_skis = 0 } = intake.application.household
  const outcome = umbrellaSandboxInput({ jet_skis }).outcome === 'payment_fails' ? 'failed' : 'paid'
  await settlePayment(app, payment_id, { by: 'sandbox', outcome })
}

export const askForPaymentAgain = async (app: App, intake: UmbrellaIntakeRecord): Promise<void> => {
  if (await stopIfStartPassed(app, intake)) return
  const payment = await openFor(app, intake)
  const { payment_id } = payment
  const waiting = await noteOnUmbrella(
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
