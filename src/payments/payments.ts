import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { inTransaction } from '../http/transact.ts'
import { addJob } from '../jobs/store.ts'
import { timeOrderedId } from '../lib/ids.ts'
import { base62, digits } from '../lib/random.ts'
import { invoice } from './invoice.ts'
import type { PaymentFacts, PaymentProvider, PaymentStatus } from './provider.ts'
import {
  findOpenOrPaid,
  findPaymentByToken,
  findPaymentRow,
  insertPayment,
  listOpenPayments,
  listPaymentRows,
  type PaymentRow,
  settleRow,
} from './store.ts'

const ATTEMPTS = 14

const providers: readonly [PaymentProvider, ...PaymentProvider[]] = [invoice]

type Sealed = { description: string; reference: string; url: string; page_url: string }

export type Payment = Omit<PaymentRow, 'facts' | 'token_hash' | 'settled_note'> & Sealed

export type PaymentOrder = {
  uid: string
  purpose: string
  sandbox: boolean
  amount: number
  description: string
  then_job?: string
}

export type PaymentSettled = { payment_id: string; intake_uid: string; outcome: PaymentStatus }

const context = (paymentId: string): string => `payments/${paymentId}`
const noteContext = (paymentId: string): string => `payments/${paymentId}/note`

export const sealedPayment: SealedColumn = {
  table: 'payments',
  key: ['payment_id'],
  column: 'facts',
  context: ({ payment_id }: { payment_id: string }) => context(payment_id),
}

export const sealedPaymentNote: SealedColumn = {
  table: 'payments',
  key: ['payment_id'],
  column: 'settled_note',
  context: ({ payment_id }: { payment_id: string }) => noteContext(payment_id),
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const openPaymentRow = (app: App, row: PaymentRow): Payment => {
  const { facts, token_hash: _hash, settled_note: _note, ...rest } = row
  return { ...rest, ...(JSON.parse(app.sealer.open(context(row.payment_id), facts)) as Sealed) }
}

const providerFacts = (payment: Payment): PaymentFacts => {
  const { payment_id, amount, currency, description, reference, sandbox, page_url } = payment
  return { payment_id, amount, currency, description, reference, sandbox, page_url }
}

const prepare = async (app: App, order: PaymentOrder): Promise<PaymentRow> => {
  const [provider] = providers
  const now = app.clock.now()
  const payment_id = timeOrderedId(app.random, 'pay', now)
  const token = base62(app.random, 32)
  const { description, then_job = null, ...plain } = order
  const reference = `INV-${digits(app.random, 4)}-${digits(app.random, 4)}`
  const page_url = `${app.config.publicUrl}/pay/${token}`
  const shown = { description, reference, page_url }
  const { amount, sandbox } = order
  const { url } = await provider.createPayment(app, {
    payment_id,
    amount,
    currency: 'USD',
    sandbox,
    ...shown,
  })
  const facts: Sealed = { ...shown, url }
  return {
    ...plain,
    payment_id,
    currency: 'USD',
    status: 'open',
    provider: provider.name,
    token_hash: hashOf(token),
    facts: app.sealer.seal(context(payment_id), JSON.stringify(facts)),
    then_job,
    created_at: now,
    settled_at: null,
    settled_by: null,
    settled_note: null,
  }
}

/**
 * At most one payment per intake and purpose is open or paid; calling again returns it. An open payment for a different
 * amount is voided and replaced. A failed one can be retried.
 */
export const openPayment = (app: App, order: PaymentOrder): Promise<Payment> =>
  inTransaction(app, async inside => {
    const known = await findOpenOrPaid(inside.db, order.uid, order.purpose)
    if (known && (known.status === 'paid' || known.amount === order.amount)) return openPaymentRow(app, known)
    if (known)
      await settleRow(inside.db, known.payment_id, {
        status: 'void',
        settled_at: app.clock.now(),
        settled_by: 'service',
        settled_note: null,
      })
    const row = await prepare(inside, order)
    if (await insertPayment(inside.db, row)) return openPaymentRow(app, row)
    const first = await findOpenOrPaid(inside.db, order.uid, order.purpose)
    if (!first) throw new TypeError('a payment was settled while another one was opened')
    return openPaymentRow(app, first)
  })

export type Settlement = { by: string; outcome: Exclude<PaymentStatus, 'open'>; reference?: string }

/** Of concurrent calls only one settles the payment and enqueues its job. Null when the payment does not exist. */
export const settlePayment = (
  app: App,
  paymentId: string,
  { by, outcome, reference }: Settlement,
): Promise<{ changed: boolean; payment: Payment } | null> =>
  inTransaction(app, async inside => {
    const row = await settleRow(inside.db, paymentId, {
      status: outcome,
      settled_at: app.clock.now(),
      settled_by: by,
      settled_note: reference === undefined ? null : app.sealer.seal(noteContext(paymentId), reference),
    })
    if (!row) {
      const settled = await findPaymentRow(inside.db, paymentId)
      return settled ? { changed: false, payment: openPaymentRow(app, settled) } : null
    }
    const payload: PaymentSettled = { payment_id: paymentId, intake_uid: row.uid, outcome }
    if (row.then_job !== null) await addJob(inside.db, row.then_job, payload, ATTEMPTS)
    return { changed: true, payment: openPaymentRow(app, row) }
  })

export const findPayment = async (app: App, paymentId: string): Promise<Payment | null> => {
  const row = await findPaymentRow(app.db, paymentId)
  return row ? openPaymentRow(app, row) : null
}

export const findPaymentByLink = async (app: App, token: string): Promise<Payment | null> => {
  const row = await findPaymentByToken(app.db, hashOf(token))
  return row ? openPaymentRow(app, row) : null
}

export const openPayments = async (app: App, limit: number): Promise<Payment[]> =>
  (await listOpenPayments(app.db, limit)).map(row => openPaymentRow(app, row))

export const paymentsOf = async (app: App, uid: string): Promise<Payment[]> =>
  (await listPaymentRows(app.db, uid)).map(row => openPaymentRow(app, row))

export const checkPayment = async (app: App, payment: Payment): Promise<PaymentStatus> => {
  const provider = providers.find(({ name }) => name === payment.provider)
  if (payment.status !== 'open' || !provider) return payment.status
  const outcome = await provider.status(app, providerFacts(payment))
  if (outcome !== 'open') await settlePayment(app, payment.payment_id, { by: provider.name, outcome })
  return outcome
}
