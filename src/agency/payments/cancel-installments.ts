import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { type LedgerLine, linesOfEntry } from '../ledger/store.ts'
import { changeInstallment, type Installment, installmentsOf, lockInstallment } from './installment-store.ts'
import { aboutOf, moneyOf } from './installments.ts'
import { openPayment } from './open-payment.ts'
import { firstPaymentOf, owedFor, type Payment, paymentsOf, voidPayment } from './payments.ts'

const cancel = async (app: App, installment: Installment): Promise<void> => {
  const { installment_id, payment_id } = installment
  await changeInstallment(app.db, installment_id, { status: 'canceled' })
  const about = { ...aboutOf(installment), payment_id, cause: `${installment_id}/${payment_id}` }
  if (payment_id !== null) await post(app, { event: 'premium_returned', ...moneyOf(app, installment) }, about)
}

const FROM_THE_START = 'flat'

const sumIn = (lines: readonly LedgerLine[], account: LedgerLine['account']): number =>
  lines.filter(line => line.account === account).reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** What a policy that never took effect no longer owes of its first invoice. Zero: it was paid, or nothing was owed. */
export const canceledFirstCents = async (app: App, policy_id: string): Promise<number> =>
  0 - sumIn(await linesOfEntry(app.db, `premium_returned/${FROM_THE_START}/${policy_id}`), 'receivable')

/** The first invoice of a policy that never takes effect. What else it was for is invoiced again. */
export const cancelFirstPremium = async (
  app: App,
  { uid, policy_id }: { uid: string; policy_id: string },
): Promise<void> => {
  assertTransaction(app)
  const bound = await linesOfEntry(app.db, `policy_bound/${policy_id}`)
  const [{ payment_id = null, carrier_id = null } = {}] = bound
  const all = await paymentsOf(app, uid)
  const payment = all.findLast(one => firstPaymentOf(one, all).payment_id === payment_id)
  if (payment?.status !== 'open') return
  const cents = sumIn(bound, 'receivable')
  await post(
    app,
    { event: 'premium_returned', cents, commission_cents: 0 - sumIn(bound, 'commission') },
    { uid, policy_id, carrier_id, payment_id, sandbox: false, cause: `${FROM_THE_START}/${policy_id}` },
  )
  await voidPayment(app, payment.payment_id, 'service')
  const left = payment.amount_cents - cents - (payment.received_cents ?? 0)
  if (left <= 0) return
  const { description, due_on, then_job, sandbox, parts = [] } = payment
  await openPayment(app, {
    uid,
    sandbox,
    purpose: owedFor(payment.payment_id),
    amount_cents: left,
    description,
    ...(due_on !== null && { due_on }),
    ...(then_job !== null && { then_job }),
    parts: parts.filter(part => part.cents !== cents || part.carrier_id !== carrier_id),
  })
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
