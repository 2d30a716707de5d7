import type { App } from '../../platform/app.ts'
import { post } from '../ledger/ledger.ts'
import { paymentBalances } from '../ledger/store.ts'
import type { Payment } from './payments.ts'
import type { Truth } from './provider.ts'
import { isPaidByHand } from './refunds.ts'

/** The provider states its fee some time after the charge, and adds one for a dispute. */
export const takeInFees = async (app: App, payment: Payment, { fee_cents }: Truth): Promise<void> => {
  if (payment.status !== 'paid' || isPaidByHand(payment)) return
  const { fees = 0 } = await paymentBalances(app.db, payment.payment_id)
  // The cause names the total, so that two runs at once post it once.
  const about = { ...payment, cause: `${payment.payment_id}/${fee_cents}` }
  if (fee_cents > fees) await post(app, { event: 'fee_charged', cents: fee_cents - fees }, about)
  if (fee_cents < fees) await post(app, { event: 'fee_returned', cents: fees - fee_cents }, about)
}
