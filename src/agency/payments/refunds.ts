import { type App, job } from '../../platform/app.ts'
import { assertTransaction, transact } from '../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../platform/jobs/store.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { post } from '../ledger/ledger.ts'
import {
  changeRefund,
  disputesOf,
  findRefund,
  insertRefund,
  lockRefund,
  type Refund,
  refunds,
  refundsOf,
} from './money-store.ts'
import { findPayment, hostedOf, type Payment, providerFacts } from './payments.ts'
import type { ProviderRefund, Truth } from './provider.ts'
import { noteCharged } from './receipts.ts'
import { findPaymentRow, holdPayerRow, lockPaymentRow } from './store.ts'
import { tellLine } from './tell-line.ts'

const SEND_REFUND = 'send_refund'
const PROVIDER = 'provider'

export const canceledCause = (policy_id: string, ...more: string[]): string =>
  ['canceled', policy_id, ...more].join('/')

/** The policy whose cancellation is the refund's cause. */
export const canceledPolicyOf = ({ cause }: Pick<Refund, 'cause'>): string | null => {
  const [why, policy_id = null] = cause.split('/')
  return why === 'canceled' ? policy_id : null
}

type Due = { cents: number; cause: string; reason: Refund['reason'] }

const tell = async (
  app: App,
  { payment_id, refund_id }: Refund,
  outcome: 'refund_sent' | 'refund_failed',
) => {
  const row = await findPaymentRow(app.db, payment_id)
  if (row) await tellLine(app, row, outcome, { refund_id })
}

/** Money that the payer's bank took or may keep cannot be refunded. */
export const leftToRefund = async (
  { db }: App,
  { payment_id, charged_cents }: Pick<Payment, 'payment_id' | 'charged_cents'>,
  refunds: readonly Refund[],
): Promise<number> => {
  const disputes = (await disputesOf(db, payment_id)).filter(({ status }) => status !== 'won')
  return [...refunds, ...disputes].reduce((left, { amount_cents }) => left - amount_cents, charged_cents ?? 0)
}

export const isPaidByHand = ({ status, settled_by, provider }: Payment): boolean =>
  status === 'paid' && settled_by !== provider

/** One refund for each cause, and never more than was paid. Null: nothing to refund, or refunded before. */
export const refundDue = async (
  app: App,
  payment: Payment,
  { cents, cause, reason }: Due,
): Promise<Refund | null> => {
  assertTransaction(app)
  // Two refunds at once wait for each other here, so that together they never exceed the payment.
  await lockPaymentRow(app.db, payment.payment_id)
  const before = await refundsOf(app.db, payment.payment_id)
  // An insert would wait for the job that sends this refund, and that job can wait for our lock on the application.
  if (before.some(one => one.cause === cause)) return null
  const amount_cents = Math.min(cents, await leftToRefund(app, payment, before))
  if (amount_cents <= 0) return null
  const now = app.clock.now()
  const { payment_id, uid } = payment
  const refund: Refund = {
    refund_id: timeOrderedId(app.random, 'rfd', now),
    payment_id,
    uid,
    amount_cents,
    cause,
    reason,
    status: 'due',
    provider_ref: null,
    created_at: now,
    settled_at: null,
    settled_by: null,
    settled_note: null,
  }
  if (!(await insertRefund(app.db, refund))) return null
  await post(app, { event: 'refund_due', cents: amount_cents }, { ...payment, cause: refund.refund_id })
  if (hostedOf(payment) && !isPaidByHand(payment))
    await addJob(app.db, SEND_REFUND, { refund_id: refund.refund_id }, ATTEMPTS_FOR_FOUR_DAYS)
  return refund
}

export type OpenedRefund = Omit<Refund, 'settled_note'> & { settled_with: string | null }

export const openRefundNote = ({ sealer }: App, refund_id: string, note: Buffer): string =>
  sealer.open(refunds.context('settled_note', { refund_id }), note)

export const openRefund = (app: App, { settled_note, ...refund }: Refund): OpenedRefund => ({
  ...refund,
  settled_with: settled_note && openRefundNote(app, refund.refund_id, settled_note),
})

/** Locks the application first. Two runs may have heard different things from the provider. */
const holdRefund = async (app: App, refund_id: string): Promise<Refund | undefined> => {
  const refund = await findRefund(app.db, refund_id)
  if (!refund) return undefined
  await holdPayerRow(app.db, refund.uid)
  return lockRefund(app.db, refund_id)
}

type Settled = { status: 'sent' | 'failed'; by: string; ref: string | null; reference?: string }

const settle = async (
  app: App,
  refund: Refund,
  { status, by, ref, reference }: Settled,
): Promise<boolean> => {
  const from = status === 'sent' ? (['due', 'failed'] as const) : (['due', 'sent'] as const)
  const changed = await changeRefund(
    app.db,
    { refund_id: refund.refund_id, from },
    {
      status,
      settled_at: app.clock.now(),
      settled_by: by,
      ...(reference !== undefined && {
        settled_note: app.sealer.seal(refunds.context('settled_note', refund), reference),
      }),
      ...(ref !== null && { provider_ref: ref }),
    },
  )
  if (!changed) return false
  const { refund_id, amount_cents: cents, uid, payment_id } = refund
  const about = { uid, payment_id, sandbox: false, cause: `${refund_id}/${ref ?? by}` }
  if (status === 'sent') {
    await post(app, { event: 'refund_sent', cents }, about)
    // A check that we write is paid from the trust account. The provider takes its refund from the next payout.
    if (ref === null)
      await post(app, { event: 'withdrawn', cents, from: 'trust' }, { ...about, payment_id: null })
  }
  if (status === 'failed' && refund.status === 'sent')
    await post(app, { event: 'refund_failed', cents }, about)
  await tell(app, changed, status === 'sent' ? 'refund_sent' : 'refund_failed')
  return true
}

/** The payer gets it from the provider, so staff must not send it a second time. */
export const isWithProvider = ({ status, provider_ref }: Refund): boolean =>
  status === 'due' && provider_ref !== null

export const markRefundSent = async (
  app: App,
  refund_id: string,
  { by, reference }: { by: string; reference: string },
): Promise<Refund | null> => {
  assertTransaction(app)
  const refund = await holdRefund(app, refund_id)
  if (!refund || isWithProvider(refund)) return null
  return (await settle(app, refund, { status: 'sent', by, ref: null, reference })) ? refund : null
}

const takeIn = async (app: App, { refund_id }: Refund, { ref, status }: ProviderRefund): Promise<void> => {
  const refund = await holdRefund(app, refund_id)
  // Staff refunded it another way, so the provider's report no longer counts.
  if (!refund || (refund.settled_by !== null && refund.settled_by !== PROVIDER)) return
  if (status === 'pending') await changeRefund(app.db, { refund_id, from: ['due'] }, { provider_ref: ref })
  if (status === 'pending' || status === refund.status) return
  await settle(app, refund, { status, by: PROVIDER, ref })
}

/** Takes in refunds that bounced later, or whose answer a crash lost. */
export const takeInRefunds = async (app: App, { payment_id }: Payment, { refunds }: Truth): Promise<void> => {
  if (refunds.length === 0) return
  for (const refund of await refundsOf(app.db, payment_id)) {
    const found = refunds.findLast(({ refund_id }) => refund_id === refund.refund_id)
    if (found && found.status !== refund.status) await takeIn(app, refund, found)
  }
}

export const giveBack = async (app: App, payment: Payment, truth: Truth): Promise<boolean> => {
  const { payment_id } = payment
  const { captured_cents, fee_cents } = truth
  await post(
    app,
    { event: 'payment_received', cents: captured_cents, fee_cents },
    { ...payment, cause: payment_id },
  )
  await noteCharged(app, payment, captured_cents)
  const refund = await refundDue(
    app,
    { ...payment, charged_cents: captured_cents },
    { cents: captured_cents, cause: `given_back/${payment_id}`, reason: 'overpaid' },
  )
  return refund !== null
}

export const sendRefund = job<{ refund_id: string }>({
  name: SEND_REFUND,
  lane: 'carriers',
  async run(app, { refund_id }) {
    const refund = await findRefund(app.db, refund_id)
    const payment = refund && (await findPayment(app, refund.payment_id))
    const hosted = payment && hostedOf(payment)
    if (!refund || !payment || !hosted || refund.status !== 'due') return
    const cents = refund.amount_cents
    const found = await hosted.refund(app, providerFacts(payment), { refund_id, cents })
    await transact(app, inside => takeIn(inside, refund, found))
  },
})
