import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { changeInstallment, type Installment, installmentsOf, lockInstallment } from './installment-store.ts'
import { moneyOf } from './installments.ts'
import { firstPaymentOf, type Payment, paymentsOf, voidPayment } from './payments.ts'

const cancel = async (app: App, installment: Installment): Promise<void> => {
  const { uid, installment_id, payment_id } = installment
  await changeInstallment(app.db, installment_id, { status: 'canceled' })
  const about = { uid, sandbox: false, payment_id, cause: `${installment_id}/${payment_id}` }
  if (payment_id !== null) await post(app, { event: 'premium_returned', ...moneyOf(app, installment) }, about)
}

/** What is being charged cannot be called back: the line settles it once the provider has answered. */
export const cancelInstallments = async (
  app: App,
  { uid, policy_id, endsOn }: { uid: string; policy_id: string; endsOn: string },
): Promise<number> => {
  assertTransaction(app)
  let canceled = 0
  for (const { installment_id } of await installmentsOf(app.db, uid)) {
    const installment = await lockInstallment(app.db, installment_id)
    if (installment?.policy_id !== policy_id || installment.due_on < endsOn) continue
    const { status, payment_id } = installment
    if (status === 'canceled') continue
    // Read under the lock: it may have waited for the job that opened this payment.
    const all = await paymentsOf(app, uid)
    const payment = all.findLast(one => firstPaymentOf(one, all).payment_id === payment_id)
    if (payment && !(await voidPayment(app, payment.payment_id, 'service'))) continue
    await cancel(app, installment)
    canceled++
  }
  return canceled
}

export const installmentOf = async (app: App, payment: Payment): Promise<Installment | null> => {
  const { payment_id } = firstPaymentOf(payment, await paymentsOf(app, payment.uid))
  const installments = await installmentsOf(app.db, payment.uid)
  return installments.find(one => one.payment_id === payment_id) ?? null
}

/** Call it under the lock of the application, for a payment of it that failed. */
export const cancelFailed = async (app: App, { installment_id }: Installment): Promise<void> => {
  assertTransaction(app)
  const installment = await lockInstallment(app.db, installment_id)
  if (installment?.status === 'billed') await cancel(app, installment)
}
