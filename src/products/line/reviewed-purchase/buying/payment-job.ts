import type { Tell } from '../../../../agency/emails/layout.ts'
import { isAuthorized } from '../../../../agency/payments/holds.ts'
import type { Payment } from '../../../../agency/payments/payments.ts'
import type { PaymentSettled } from '../../../../agency/payments/tell-line.ts'
import type { App } from '../../../../platform/app.ts'
import { paymentJobOf } from '../../buying/payment-job.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { lockForJob, readIntake } from '../intake/intake.ts'
import { movePurchase } from '../intake/writer.ts'
import { tell } from '../quoting/notify.ts'
import { perLine } from '../reviewed-line.ts'
import { askForPaymentAgain, paymentSettled } from './ask-for-payment.ts'
import { sendOrder } from './order.ts'

const moveOn = async (
  app: App,
  { payment_id, intake_uid, outcome }: PaymentSettled,
  payment: Payment,
): Promise<void> => {
  const intake = await lockForJob(app, intake_uid)
  const isCurrent = intake?.application.purchase?.payment_id === payment_id
  if (!intake || !reviewedLifecycle.allows(intake.status, 'paid') || !isCurrent) return
  if (outcome === 'failed' || outcome === 'returned') return askForPaymentAgain(app, intake)
  if (payment.status !== 'paid' && !isAuthorized(payment, app.clock.now())) return
  const facts = { payment_id }
  const paid = await movePurchase(app, intake, {}, { actor: 'service', event: 'paid', facts })
  await sendOrder(app, paid)
}

export const tellBuyer: Tell = async (app, uid, notice) => {
  const intake = await readIntake(app, uid)
  if (intake) await tell(app, intake, notice)
}

export const paymentJobIn = perLine(line =>
  paymentJobOf({ name: paymentSettled({ line: line.name }), moveOn, tell: tellBuyer }),
)
