import { type App, job } from '../../platform/app.ts'
import { apart } from '../../platform/jobs/parts.ts'
import { ATTEMPTS_FOR_TEN_SECONDS, addJob } from '../../platform/jobs/store.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { paymentBalances } from '../ledger/store.ts'
import {
  closeDifference,
  closeGone,
  closeGoneOf,
  findDifference,
  ledgerDifferences,
  listPaymentsToSync,
  noteDifference,
  policiesWithoutPosting,
} from './difference-store.ts'
import { type Difference, differencesOf, strayCharge } from './differences.ts'
import { disputesOf, refundsOf } from './money-store.ts'
import { findPayment, hostedOf, isOwed, owedFor, type Payment, providerFacts } from './payments.ts'
import { findPaymentRow } from './store.ts'
import { stripeClient } from './stripe/client.ts'
import { syncPayment } from './sync.ts'

const WINDOW_DAYS = 35

type CapturedCharge = { ref: string; cents: number; payment_id: string | null }

const capturedCharges = async (app: App): Promise<CapturedCharge[]> => {
  const client = await stripeClient(app)
  const since = Math.floor((app.clock.now().getTime() - WINDOW_DAYS * DAY) / 1000)
  const charged: CapturedCharge[] = []
  for await (const { id, amount_received, metadata } of client.paymentIntents.list({
    created: { gte: since },
    limit: 100,
  }))
    if (amount_received > 0)
      charged.push({ ref: id, cents: amount_received, payment_id: metadata.payment_id ?? null })
  return charged
}

const PAGE = 200
/** Card networks and banks let a payer dispute a charge for about 120 days. */
const COMPARED_FOR = 180 * DAY

export const owedBefore = async (app: App, { purpose }: Payment): Promise<number> => {
  const before = isOwed({ purpose }) ? await findPayment(app, purpose.slice(owedFor('').length)) : null
  if (!before) return 0
  const { receivable = 0 } = await paymentBalances(app.db, before.payment_id)
  return receivable + (await owedBefore(app, before))
}

export const compare = async (app: App, payment: Payment): Promise<Difference[]> => {
  const hosted = hostedOf(payment)
  const isKnownThere = hosted !== null && payment.refs.session !== undefined
  const { payment_id } = payment
  return differencesOf({
    payment,
    balances: await paymentBalances(app.db, payment_id),
    refunds: await refundsOf(app.db, payment_id),
    disputes: await disputesOf(app.db, payment_id),
    owed_before_cents: await owedBefore(app, payment),
    truth: isKnownThere ? await hosted.look(app, providerFacts(payment)) : null,
  })
}

const inPages = async (
  app: App,
  provider: string,
  act: (payment_id: string) => Promise<void>,
): Promise<void> => {
  const since = later(app.clock.now(), -COMPARED_FOR)
  let after = ''
  for (;;) {
    const page = await listPaymentsToSync(app.db, { provider, since, after, limit: PAGE })
    for (const { payment_id } of page) await act(payment_id)
    if (page.length < PAGE) return
    after = page.at(-1)?.payment_id ?? ''
  }
}

const strays = async (app: App): Promise<Difference[]> => {
  const found: Difference[] = []
  for (const { ref, cents, payment_id } of await capturedCharges(app))
    if (payment_id === null || !(await findPaymentRow(app.db, payment_id)))
      found.push(strayCharge(ref, cents))
  return found
}

const unposted = async (app: App): Promise<Difference[]> =>
  (await policiesWithoutPosting(app.db)).map(({ policy_id, uid, payment_id }) => ({
    difference_id: `bound_without_posting/${policy_id}`,
    kind: 'bound_without_posting',
    uid,
    payment_id,
    expected_cents: 1,
    found_cents: 0,
  }))

export const reconcile = async (app: App): Promise<Difference[]> => {
  const found: Difference[] = []
  const now = app.clock.now()
  const { attempt, end } = apart(app.log)
  const note = async (differences: readonly Difference[]): Promise<void> => {
    found.push(...differences)
    for (const difference of differences) await noteDifference(app.db, difference, now)
  }
  const check = async (payment_id: string): Promise<void> => {
    const payment = await findPayment(app, payment_id)
    if (payment) await note(await compare(app, payment))
  }
  await inPages(app, 'invoice', payment_id => attempt(payment_id, () => check(payment_id)))
  if (app.config.stripe !== null) {
    await inPages(app, 'stripe', payment_id =>
      attempt(payment_id, async () => {
        await syncPayment(app, payment_id)
        await check(payment_id)
      }),
    )
    await attempt('charges without a payment', async () => note(await strays(app)))
  }
  await attempt('policies without a posting', async () => note(await unposted(app)))
  end()
  await closeGone(
    app.db,
    found.map(({ difference_id }) => difference_id),
    now,
  )
  return found
}

export const closeDifferenceAs = (
  app: App,
  difference_id: string,
  { note, by }: { note: string; by: string },
): Promise<boolean> =>
  closeDifference(app.db, {
    difference_id,
    closed_at: app.clock.now(),
    closed_by: by,
    close_note: app.sealer.seal(ledgerDifferences.context('close_note', { difference_id }), note),
  })

export const reconcileNightly = job({
  name: 'reconcile_payments',
  cron: '37 4 * * *',
  lane: 'carriers',
  async run(app) {
    const found = await reconcile(app)
    if (found.length > 0) app.log.warn({ differences: found.length }, 'payments and ledger differ')
  },
})

const RECHECK_DIFFERENCE = 'recheck_difference'

export const enqueueRecheck = async (app: App, difference_id: string): Promise<boolean> => {
  const row = await findDifference(app.db, difference_id)
  if (!row || row.closed_at !== null) return false
  await addJob(app.db, RECHECK_DIFFERENCE, { difference_id, uid: row.uid }, ATTEMPTS_FOR_TEN_SECONDS)
  return true
}

const recheckPayment = async (app: App, payment_id: string): Promise<void> => {
  const payment = (await syncPayment(app, payment_id)) ?? (await findPayment(app, payment_id))
  if (!payment) return
  const found = await compare(app, payment)
  const now = app.clock.now()
  for (const difference of found) await noteDifference(app.db, difference, now)
  await closeGoneOf(app.db, payment_id, { found: found.map(one => one.difference_id), closed_at: now })
}

export const recheckDifference = job<{ difference_id: string }>({
  name: RECHECK_DIFFERENCE,
  lane: 'carriers',
  async run(app, { difference_id }) {
    const row = await findDifference(app.db, difference_id)
    if (!row || row.closed_at !== null) return
    if (row.payment_id === null || row.kind === 'bound_without_posting') await reconcile(app)
    else await recheckPayment(app, row.payment_id)
  },
})
