import type { App } from '../../platform/app.ts'
import { recordAct } from '../../platform/audit/acts.ts'
import { assertTransaction, inTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { usdCents } from '../../platform/values/money.ts'
import { bookToday, post } from '../ledger/ledger.ts'
import { endPayment, openPaymentRow, type Payment, sealNote } from './payments.ts'
import {
  changeReceipts,
  type Deposit,
  insertDeposit,
  insertReceipt,
  lockReceipts,
  type Means,
  type ReceiptRow,
  trustReceipts,
} from './receipt-store.ts'
import { changeRow, findPaymentRow, holdPayerRow, lockPaymentRow } from './store.ts'
import { enqueueSync, tellLine } from './tell-line.ts'

export const openReference = (
  { sealer }: App,
  { receipt_id, reference }: Pick<ReceiptRow, 'receipt_id' | 'reference'>,
): string => sealer.open(trustReceipts.context('reference', { receipt_id }), reference)

type Came = { cents: number; received_on: string; means: Means; reference: string; by: string }

const noteReceipt = (
  app: App,
  { payment_id, uid }: Pick<Payment, 'payment_id' | 'uid'>,
  { receipt_id, cents, received_on, means, reference, by }: Came & { receipt_id: string },
): Promise<boolean> =>
  insertReceipt(app.db, {
    receipt_id,
    payment_id,
    uid,
    amount_cents: cents,
    received_on,
    means,
    reference: app.sealer.seal(trustReceipts.context('reference', { receipt_id }), reference),
    recorded_by: by,
    recorded_at: app.clock.now(),
    deposit_id: null,
    returned_on: null,
  })

/** What the payment provider charged. It comes to the bank with a payout, less the provider's fees. */
export const noteCharged = async (app: App, payment: Payment, cents: number): Promise<void> => {
  if (payment.sandbox) return
  await noteReceipt(app, payment, {
    receipt_id: `rcp_${payment.payment_id}`,
    cents,
    received_on: bookToday(app),
    means: payment.method ?? 'card',
    reference: payment.reference,
    by: payment.provider,
  })
}

const STARTED =
  'The payer has begun to pay this invoice online. Record the whole amount, or wait until they have paid.'

/** Of concurrent calls one comes after the other. An invoice is paid once all of it came, and more is to be refunded. */
export const recordReceipt = (
  app: App,
  payment_id: string,
  came: Came,
): Promise<{ changed: boolean; payment: Payment } | null> =>
  inTransaction(app, async inside => {
    const { cents, received_on, by, reference } = came
    const known = await findPaymentRow(inside.db, payment_id)
    if (!known) return null
    await holdPayerRow(inside.db, known.uid)
    const row = (await lockPaymentRow(inside.db, payment_id)) ?? known
    const payment = openPaymentRow(app, row)
    if (row.status !== 'open') return { changed: false, payment }
    const received_cents = (row.received_cents ?? 0) + cents
    const isPaid = received_cents >= payment.amount_cents
    if (!isPaid && row.provider_ref !== null) fail('invalid_request', { message: STARTED })
    const changed = await changeRow(
      inside.db,
      { payment_id, from: ['open'] },
      {
        received_cents,
        settled_note: sealNote(app, payment_id, reference),
        ...(isPaid
          ? { status: 'paid', settled_at: app.clock.now(), settled_by: by, charged_cents: received_cents }
          : { provider: 'invoice' }),
      },
    )
    const receipt_id = timeOrderedId(app.random, 'rcp', app.clock.now())
    if (!payment.sandbox) await noteReceipt(inside, payment, { ...came, receipt_id })
    await post(
      inside,
      { event: 'payment_received', cents, fee_cents: 0 },
      { ...payment, cause: receipt_id, on: received_on },
    )
    if (row.provider_ref) await enqueueSync(inside, payment_id)
    if (isPaid) await tellLine(inside, row, 'paid')
    return { changed: true, payment: openPaymentRow(app, changed ?? row) }
  })

type Settlement = { by: string; outcome: 'paid' | 'failed' | 'void'; reference?: string }

/** Records all that is left of an invoice as received, or ends it. */
export const settlePayment = async (
  app: App,
  payment_id: string,
  { by, outcome, reference = by }: Settlement,
): Promise<{ changed: boolean; payment: Payment } | null> => {
  if (outcome !== 'paid') return endPayment(app, payment_id, { by, outcome })
  const row = await findPaymentRow(app.db, payment_id)
  if (!row) return null
  const { amount_cents, received_cents } = openPaymentRow(app, row)
  const cents = Math.max(1, amount_cents - (received_cents ?? 0))
  return recordReceipt(app, payment_id, { cents, received_on: bookToday(app), means: 'other', reference, by })
}

type Deposited = Pick<Deposit, 'account' | 'deposited_on' | 'reference'> & {
  receipt_ids: readonly string[]
  /** What reached the bank. Left out: all of it. */
  amount_cents?: number
  actor: string
}

/** Null: one of them was deposited or came back since. */
export const recordDeposit = async (
  app: App,
  { receipt_ids, amount_cents, actor, ...deposited }: Deposited,
): Promise<Deposit | null> => {
  assertTransaction(app)
  const ids = [...new Set(receipt_ids)]
  const receipts = ids.length === 0 ? [] : await lockReceipts(app.db, ids)
  if (receipts.length < ids.length || ids.length === 0) return null
  const sum = receipts.reduce((all, one) => all + one.amount_cents, 0)
  const isPayout = receipts.some(({ means }) => means === 'card' || means === 'bank')
  const cents = amount_cents ?? sum
  if (cents > sum || (cents < sum && !isPayout))
    fail('invalid_request', {
      message: `These receipts come to ${usdCents(sum)}. Only a payout of the payment provider can be less.`,
    })
  const now = app.clock.now()
  const deposit: Deposit = {
    ...deposited,
    deposit_id: timeOrderedId(app.random, 'dep', now),
    amount_cents: cents,
    recorded_by: actor,
    recorded_at: now,
  }
  const { deposit_id, account, deposited_on, reference } = deposit
  await insertDeposit(app.db, deposit)
  await changeReceipts(app.db, ids, { deposit_id })
  const about = { uid: null, payment_id: null, sandbox: false, cause: deposit_id, on: deposited_on }
  await post(app, { event: 'deposited', cents, to: account }, about)
  await recordAct(app, {
    about: deposit_id,
    act: 'deposited',
    actor,
    note: `${usdCents(cents)}, ${reference}`,
  })
  return deposit
}
