import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { bookToday, post } from '../ledger/ledger.ts'
import { paymentBalances } from '../ledger/store.ts'
import { refundsOf } from './money-store.ts'
import { lockPayment, type Payment } from './payments.ts'
import { changeReceipts, findDeposit, type ReceiptRow, receiptsOf } from './receipt-store.ts'
import { owedBefore } from './reconcile.ts'
import { isPaidByHand } from './refunds.ts'
import { changeRow } from './store.ts'
import { tellLine } from './tell-line.ts'

const takeBack = async (app: App, { receipt_id, uid, amount_cents: cents, deposit_id }: ReceiptRow) => {
  await changeReceipts(app.db, [receipt_id], { returned_on: bookToday(app) })
  const deposit = deposit_id === null ? undefined : await findDeposit(app.db, deposit_id)
  const about = { uid, payment_id: null, sandbox: false, cause: receipt_id }
  if (deposit) await post(app, { event: 'withdrawn', cents, from: deposit.account }, about)
}

/**
 * A check that bounced after staff recorded it: the last one, unless one is named. What is bound stays owed, and the
 * payer gets another invoice for it.
 */
export const returnPayment = async (
  app: App,
  payment_id: string,
  { by, cents: amount }: { by: string; cents?: number },
): Promise<Payment | null> => {
  assertTransaction(app)
  const payment = await lockPayment(app, payment_id)
  const receipt = (await receiptsOf(app.db, payment_id)).findLast(
    one => one.returned_on === null && (amount === undefined || one.amount_cents === amount),
  )
  const isPart = payment?.status === 'open' && receipt !== undefined
  if (payment && amount !== undefined && !receipt)
    fail('invalid_request', {
      message: 'No receipt of this invoice has that amount. Enter it as it was recorded.',
    })
  if (!payment || !(isPart || isPaidByHand(payment))) return null
  if ((await refundsOf(app.db, payment_id)).length > 0)
    fail('invalid_request', {
      message: 'A part of this payment was refunded. Ask the customer for that part first, and write a note.',
    })
  const cents = receipt?.amount_cents ?? payment.charged_cents ?? payment.amount_cents
  const about = { ...payment, cause: receipt?.receipt_id ?? payment_id }
  await post(app, { event: 'payment_returned', cents }, about)
  if (receipt) await takeBack(app, receipt)
  const received_cents = receipt ? (payment.received_cents ?? cents) - cents : payment.received_cents
  if (isPart)
    return (await changeRow(app.db, { payment_id, from: ['open'] }, { received_cents })) ? payment : null
  const { receivable = 0 } = await paymentBalances(app.db, payment_id)
  const owed = Math.min(cents, receivable + (await owedBefore(app, payment)))
  const row = await changeRow(
    app.db,
    { payment_id, from: ['paid'] },
    {
      status: 'failed',
      settled_at: app.clock.now(),
      settled_by: by,
      charged_cents: owed > 0 ? owed : null,
      received_cents,
    },
  )
  if (row) await tellLine(app, row, owed > 0 ? 'failed' : 'returned')
  return row ? payment : null
}
