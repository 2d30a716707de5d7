import type { App } from '../../platform/app.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../platform/jobs/store.ts'
import type { PaymentStatus } from './provider.ts'
import type { PaymentRow } from './store.ts'

export const SYNC_PAYMENT = 'sync_payment'

export type PaymentOutcome =
  | Exclude<PaymentStatus, 'open' | 'capturing'>
  | 'due'
  | 'returned'
  | 'refund_sent'
  | 'refund_failed'
  | 'disputed'
  | 'inquiry'

export type PaymentSettled = {
  payment_id: string
  intake_uid: string
  outcome: PaymentOutcome
  refund_id?: string
  inquiry?: { id: string; cents: number; answer_by: string | null }
}

/** Call it in the transaction of the change it reports. */
export const tellLine = async (
  app: App,
  { payment_id, uid, then_job }: Pick<PaymentRow, 'payment_id' | 'uid' | 'then_job'>,
  outcome: PaymentOutcome,
  about: Pick<PaymentSettled, 'refund_id' | 'inquiry'> = {},
): Promise<void> => {
  const payload: PaymentSettled = { payment_id, intake_uid: uid, outcome, ...about }
  if (then_job !== null) await addJob(app.db, then_job, payload, ATTEMPTS_FOR_FOUR_DAYS)
}

export const enqueueSync = (app: App, payment_id: string): Promise<void> =>
  addJob(app.db, SYNC_PAYMENT, { payment_id }, ATTEMPTS_FOR_FOUR_DAYS)
