import { type App, job } from '../../platform/app.ts'
import { transact } from '../../platform/db/transact.ts'
import { post } from '../ledger/ledger.ts'
import { paymentBalances } from '../ledger/store.ts'
import { takeInDisputes, takeInInquiries } from './disputes.ts'
import { keepRefs, keepRenewed, noteAuthorized, noteFailed, notePaid, takeOwed } from './holds.ts'
import { nextStep, type PaymentStep } from './next-step.ts'
import { findPayment, hostedOf, type Payment, providerFacts } from './payments.ts'
import type { HostedPayments, Truth } from './provider.ts'
import { giveBack, isPaidByHand, takeInRefunds } from './refunds.ts'
import { listInProgress } from './store.ts'
import { SYNC_PAYMENT } from './tell-line.ts'

/** The provider states its fee some time after the charge, and adds one for a dispute. */
const takeInFees = async (app: App, payment: Payment, { fee_cents }: Truth): Promise<void> => {
  if (payment.status !== 'paid' || isPaidByHand(payment)) return
  const { fees = 0 } = await paymentBalances(app.db, payment.payment_id)
  // The cause names the total, so that two runs at once post it once.
  const about = { ...payment, cause: `${payment.payment_id}/${fee_cents}` }
  if (fee_cents > fees) await post(app, { event: 'fee_charged', cents: fee_cents - fees }, about)
  if (fee_cents < fees) await post(app, { event: 'fee_returned', cents: fees - fee_cents }, about)
}

const MOST_STEPS = 6

type Standing = { payment: Payment; truth: Truth; hosted: HostedPayments }

const perform = async (
  app: App,
  step: PaymentStep,
  { payment, truth, hosted }: Standing,
): Promise<boolean> => {
  const facts = providerFacts({ ...payment, refs: truth.refs })
  switch (step) {
    case 'note_authorized':
      return transact(app, inside => noteAuthorized(inside, payment, truth))
    case 'note_paid':
      return transact(app, inside => notePaid(inside, payment, truth))
    case 'note_failed':
      return transact(app, inside => noteFailed(inside, payment))
    case 'give_back':
      return transact(app, inside => giveBack(inside, payment, truth))
    case 'take': {
      const refs = await hosted.take(app, facts, payment.charged_cents ?? payment.amount_cents)
      if (refs === null) return transact(app, inside => noteFailed(inside, payment))
      return transact(app, async inside => (await keepRefs(inside, payment, refs)) !== undefined)
    }
    case 'renew': {
      const renewed = await hosted.renew(app, facts)
      if (renewed === null) return transact(app, inside => takeOwed(inside, payment))
      const kept = await transact(app, inside => keepRenewed(inside, payment, renewed))
      const isKept = kept?.refs.intent === renewed.refs.intent
      await hosted.release(app, isKept ? facts : { ...facts, refs: renewed.refs })
      return true
    }
    case 'release':
      await hosted.release(app, facts)
      return true
    default:
      return false
  }
}

/** Webhooks, the payer's return, jobs and the nightly run all call it, in any order and number. */
export const syncPayment = async (app: App, payment_id: string): Promise<Payment | null> => {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const payment = await findPayment(app, payment_id)
    const hosted = payment && hostedOf(payment)
    if (!payment || !hosted || payment.refs.session === undefined) return payment
    const truth = await hosted.look(app, providerFacts(payment))
    await transact(app, async inside => {
      await takeInRefunds(inside, payment, truth)
      await takeInDisputes(inside, payment, truth)
      await takeInInquiries(inside, payment, truth)
      await takeInFees(inside, payment, truth)
    })
    const step = nextStep(payment, truth, app.clock.now())
    if (step === null || !(await perform(app, step, { payment, truth, hosted })))
      return findPayment(app, payment_id)
  }
  throw new Error(`${payment_id} has not come to rest at the provider.`)
}

export const syncPaymentJob = job<{ payment_id: string }>({
  name: SYNC_PAYMENT,
  lane: 'carriers',
  async run(app, { payment_id }) {
    await syncPayment(app, payment_id)
  },
})

export const watchHolds = job({
  name: 'watch_holds',
  cron: '23 * * * *',
  lane: 'carriers',
  async run(app) {
    for (const { payment_id } of await listInProgress(app.db))
      await syncPayment(app, payment_id).catch((error: unknown) =>
        app.log.warn({ payment_id, err: error }, 'payment not compared with its provider'),
      )
  },
})
