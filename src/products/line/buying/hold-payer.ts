import { findPayment } from '../../../agency/payments/payments.ts'
import type { App } from '../../../platform/app.ts'
import { holdIntake } from '../record/intakes.ts'

/** Locks the application before its payment, as every writer that ends a purchase does. */
export const holdPayer = async (app: App, payment_id: string): Promise<void> => {
  const payment = await findPayment(app, payment_id)
  if (payment) await holdIntake(app, payment.uid)
}
