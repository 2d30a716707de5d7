import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { post } from '../ledger/ledger.ts'
import { paymentBalances } from '../ledger/store.ts'
import { refundsOf } from './money-store.ts'
import { lockPayment, type Payment } from './payments.ts'
import { owedBefore } from './reconcile.ts'
import { isPaidByHand } from './refunds.ts'
import { changeRow } from './store.ts'
import { tellLine } from './tell-line.ts'

/** A check that bounced after staff recorded it. What is bound stays owed, and the payer gets another invoice for it. */
export const returnPayment = async (app: App, payment_id: string, by: string): Promise<Payment | null> => {
  assertTransaction(app)
  const payment = await lockPayment(app, payment_id)
  if (!payment || !isPaidByHand(payment)) return null
  if ((await refundsOf(app.db, payment_id)).length > 0)
    fail('invalid_request', {
      message: 'A part of this payment was refunded. Ask the customer for that part first, and write a note.',
    })
  const cents = payment.charged_cents ?? payment.amount_cents
  await post(app, { event: 'payment_returned', cents }, { ...payment, cause: payment_id })
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
    },
  )
  if (row) await tellLine(app, row, owed > 0 ? 'failed' : 'returned')
  return row ? payment : null
}
