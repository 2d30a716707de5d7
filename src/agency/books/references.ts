import type { App } from '../../platform/app.ts'
import { openActNote } from '../../platform/audit/acts.ts'
import { causeOf } from '../ledger/ledger.ts'
import { listSettledNotes } from '../payments/money-store.ts'
import { openPaymentNote } from '../payments/payments.ts'
import { listReferences } from '../payments/receipt-store.ts'
import { openReference } from '../payments/receipts.ts'
import { openRefundNote } from '../payments/refunds.ts'
import { listBookReferences } from './book-store.ts'

const OPENED = { payment: openPaymentNote, refund: openRefundNote, act: openActNote }

const NUMBERED: readonly string[] = [
  'payment_received',
  'refund_sent',
  'carrier_paid',
  'withdrawn',
  'deposited',
  'commission_received',
  'transferred',
]

type Entry = { event: string; entry_id: string }

/** The number of a check, a transfer or a deposit, as staff entered it. */
export const referencesOf = async (
  app: App,
  period: { from: Date; to: Date },
): Promise<(entry: Entry) => string | null> => {
  const known = new Map(
    (await listSettledNotes(app.db, period)).map(({ id, kind, note }) => [id, OPENED[kind](app, id, note)]),
  )
  for (const row of await listReferences(app.db, period)) known.set(row.receipt_id, openReference(app, row))
  for (const { id, reference } of await listBookReferences(app.db, period)) known.set(id, reference)
  return entry => (NUMBERED.includes(entry.event) ? (known.get(causeOf(entry)) ?? null) : null)
}
