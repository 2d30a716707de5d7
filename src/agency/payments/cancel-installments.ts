import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { type LedgerLine, linesOfEntry, linesOfPolicy } from '../ledger/store.ts'
import { changeInstallment, type Installment, installmentsOf, lockInstallment } from './installment-store.ts'
import { aboutOf, moneyOf } from './installments.ts'
import { openPayment, restOf } from './open-payment.ts'
import { firstPaymentOf, type Payment, paymentsOf, voidPayment } from './payments.ts'

const cancel = async (app: App, installment: Installment): Promise<void> => {
  const { installment_id, payment_id } = installment
  await changeInstallment(app.db, installment_id, { status: 'canceled' })
  const about = { ...aboutOf(installment), payment_id, cause: `${installment_id}/${payment_id}` }
  if (payment_id !== null) await post(app, { event: 'premium_returned', ...moneyOf(app, installment) }, about)
}

const FROM_THE_START = 'flat'
const FROM_A_DAY = 'unpaid'

const sumIn = (lines: readonly LedgerLine[], account: LedgerLine['account']): number =>
  lines.filter(line => line.account === account).reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** What a policy no longer owes of its first invoice, because it ended before the customer paid. */
export const canceledFirstCents = async (app: App, policy_id: string): Promise<number> => {
  const lines = await linesOfPolicy(app.db, policy_id)
  const canceled = lines.filter(({ entry_id }) =>
    [FROM_THE_START, FROM_A_DAY].some(kind => entry_id.startsWith(`premium_returned/${kind}/${policy_id}`)),
  )
  return 0 - sumIn(canceled, 'receivable')
}

type OfPolicy = { uid: string; policy_id: string }

type OpenFirst = { payment: Payment; bound: LedgerLine[]; cents: number }

/** The first invoice of a policy, if it is open, and what of it the policy still owes. */
export const openFirstPremium = async (app: App, { uid, policy_id }: OfPolicy): Promise<OpenFirst | null> => {
  const bound = await linesOfEntry(app.db, `policy_bound/${policy_id}`)
  const [{ payment_id = null } = {}] = bound
  const all = await paymentsOf(app, uid)
  const payment = all.findLast(one => firstPaymentOf(one, all).payment_id === payment_id)
  if (payment?.status !== 'open') return null
  return { payment, bound, cents: sumIn(bound, 'receivable') - (await canceledFirstCents(app, policy_id)) }
}

const takeOff = async (
  app: App,
  { uid, policy_id, cause, cents: asked }: OfPolicy & { cause: string; cents?: number },
): Promise<void> => {
  assertTransaction(app)
  const open = await openFirstPremium(app, { uid, policy_id })
  if (!open) return
  const { payment, bound } = open
  const { payment_id, amount_cents, received_cents, parts = [] } = payment
  const [{ carrier_id = null } = {}] = bound
  const [whole, earned] = [sumIn(bound, 'receivable'), 0 - sumIn(bound, 'commission')]
  const cents = Math.min(asked ?? open.cents, open.cents)
  const commission_cents = Math.round((earned * cents) / whole)
  await post(
    app,
    { event: 'premium_returned', cents, commission_cents },
    { uid, policy_id, carrier_id, payment_id, sandbox: false, cause },
  )
  await voidPayment(app, payment_id, 'service')
  const left = amount_cents - cents - (received_cents ?? 0)
  if (left <= 0) return
  const others = parts.filter(part => part.cents !== cents || part.carrier_id !== carrier_id)
  await openPayment(app, { ...restOf(payment, left), parts: others })
}

/** The first invoice of a policy that never takes effect. What else it was for is invoiced again. */
export const cancelFirstPremium = (app: App, { uid, policy_id }: OfPolicy): Promise<void> =>
  takeOff(app, { uid, policy_id, cause: `${FROM_THE_START}/${policy_id}` })

/** A policy that ends while its first invoice is open: what was not earned is not owed, and the rest is invoiced again. */
export const reduceFirstPremium = (
  app: App,
  { turn, ...of }: OfPolicy & { turn: string; cents: number },
): Promise<void> => takeOff(app, { ...of, cause: `${FROM_A_DAY}/${of.policy_id}/${turn}` })

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
