import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { isOwed, lockPayment, openPaymentRow, type Payment, voidPayment, withRefs } from './payments.ts'
import type { Truth } from './provider.ts'
import { noteCharged } from './receipts.ts'
import { changeRow, holdPayerRow, listPaymentsOf } from './store.ts'
import { enqueueSync, tellLine } from './tell-line.ts'

const moveOn = async (
  app: App,
  payment: Payment,
  ...[from, change]: [from: Parameters<typeof changeRow>[1]['from'], change: Parameters<typeof changeRow>[2]]
): Promise<Payment | null> => {
  assertTransaction(app)
  const row = await changeRow(app.db, { payment_id: payment.payment_id, from }, change)
  return row ? openPaymentRow(app, row) : null
}

export const noteAuthorized = async (app: App, payment: Payment, truth: Truth): Promise<boolean> => {
  const { refs, authorized_until } = truth
  const row = await changeRow(
    app.db,
    { payment_id: payment.payment_id, from: ['open'] },
    { ...withRefs(app, payment, refs), status: 'authorized', authorized_until },
  )
  if (!row) return false
  if (isOwed(payment)) return takeHeld(app, openPaymentRow(app, row), payment.amount_cents)
  await tellLine(app, row, 'authorized')
  return true
}

export const notePaid = async (app: App, payment: Payment, truth: Truth): Promise<boolean> => {
  const { refs, captured_cents, fee_cents } = truth
  await holdPayerRow(app.db, payment.uid)
  const row = await changeRow(
    app.db,
    { payment_id: payment.payment_id, from: ['capturing'] },
    {
      ...withRefs(app, payment, refs),
      status: 'paid',
      charged_cents: captured_cents,
      settled_at: app.clock.now(),
      settled_by: payment.provider,
    },
  )
  if (!row) return false
  await post(
    app,
    { event: 'payment_received', cents: captured_cents, fee_cents },
    { ...payment, cause: payment.payment_id },
  )
  await noteCharged(app, openPaymentRow(app, row), captured_cents)
  await tellLine(app, row, 'paid')
  return true
}

/** True also if another run replaced the hold meanwhile: the caller then looks again. */
export const noteFailed = async (app: App, payment: Payment): Promise<boolean> => {
  const now = await lockPayment(app, payment.payment_id)
  if (now?.refs.intent !== payment.refs.intent) return true
  const row = await changeRow(
    app.db,
    { payment_id: payment.payment_id, from: ['authorized', 'capturing'] },
    { status: 'failed', settled_at: app.clock.now(), settled_by: payment.provider },
  )
  if (row) await tellLine(app, row, 'failed')
  return row !== undefined
}

export const keepRefs = (app: App, payment: Payment, refs: Payment['refs']) =>
  changeRow(app.db, { payment_id: payment.payment_id, from: [payment.status] }, withRefs(app, payment, refs))

/** Returns the current payment: it may have moved on, or another page of ours may have begun at the same moment. */
export const keepSession = async (
  app: App,
  payment: Payment,
  refs: Payment['refs'],
): Promise<Payment | null> => {
  const now = await lockPayment(app, payment.payment_id)
  if (now?.status !== 'open' || now.refs.session !== payment.refs.session) return now
  const row = await keepRefs(app, payment, refs)
  return row ? openPaymentRow(app, row) : null
}

/** Returns the current payment: it may have been charged or voided, or another run may have kept the same hold. */
export const keepRenewed = async (
  app: App,
  payment: Payment,
  { refs, authorized_until }: Pick<Truth, 'refs' | 'authorized_until'>,
): Promise<Payment | null> => {
  const now = await lockPayment(app, payment.payment_id)
  if (now?.status !== 'authorized' || now.refs.intent !== payment.refs.intent) return now
  return moveOn(app, payment, ['authorized'], { ...withRefs(app, payment, refs), authorized_until })
}

export const isAuthorized = ({ status, authorized_until }: Payment, now: Date): boolean =>
  status === 'authorized' && (authorized_until === null || authorized_until > now)

export const commitHold = async (app: App, payment: Payment): Promise<void> => {
  await moveOn(app, payment, ['authorized', 'open'], { committed_at: app.clock.now() })
}

export const uncommitHold = async (app: App, payment: Payment): Promise<void> => {
  await moveOn(app, payment, ['authorized'], { committed_at: null })
}

/** Runs in the transaction that issues the policies, so that money is taken exactly for what was bound. */
export const takeHeld = async (app: App, payment: Payment, cents: number): Promise<boolean> => {
  const taken = await moveOn(app, payment, ['authorized'], { status: 'capturing', charged_cents: cents })
  if (taken) await enqueueSync(app, payment.payment_id)
  return taken !== null
}

export const keepHeld = async (app: App, payment: Payment, cents: number): Promise<void> => {
  await moveOn(app, payment, ['authorized'], { charged_cents: cents })
}

export const takeOwed = async (app: App, { payment_id }: Payment): Promise<boolean> => {
  const payment = await lockPayment(app, payment_id)
  if (payment?.status !== 'authorized' || payment.charged_cents === null) return false
  return takeHeld(app, payment, payment.charged_cents)
}

export const isHoldOver = ({ status, amount_cents, charged_cents }: Payment): boolean => {
  const isTaken = status === 'capturing' || status === 'paid'
  return status === 'failed' || (isTaken && (charged_cents ?? amount_cents) < amount_cents)
}

/** For an application that was withdrawn, quoted again or is paid in another way. What is bound stays owed. */
export const releaseHolds = async (app: App, uid: string, except?: string): Promise<void> => {
  assertTransaction(app)
  for (const payment of await listPaymentsOf(app.db, uid)) {
    const { payment_id, status, committed_at } = payment
    const isFree = (status === 'open' || status === 'authorized') && committed_at === null
    if (isFree && !isOwed(payment) && payment_id !== except) await voidPayment(app, payment_id, 'service')
  }
}
