import { commitHold, isAuthorized, keepRefs, releaseHolds } from '../../../src/agency/payments/holds.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { findPayment, hostedOf, type Payment, providerFacts } from '../../../src/agency/payments/payments.ts'
import { refundDue } from '../../../src/agency/payments/refunds.ts'
import { syncPayment, watchHolds } from '../../../src/agency/payments/sync.ts'
import { jobs } from '../../../src/job-table.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { HOMEOWNERS_PAYMENT } from '../../../src/products/homeowners/buying/payment.ts'
import type { Settled } from '../../../src/products/line/buying/binding-line.ts'
import { settleMoney } from '../../../src/products/line/buying/settle-money.ts'
import { query } from '../database/database.ts'
import type { dice } from '../database/tampering.ts'
import { newEmail } from '../people/client.ts'
import { anIntake } from '../people/homeowner-intakes.ts'
import { jobFacts } from '../runs/model.ts'
import type { TestService } from '../servers/service.ts'
import type { Mishap, StripeServer } from './stripe-server.ts'

type Dice = ReturnType<typeof dice>

export type World = { service: TestService; stripe: StripeServer; roll: Dice }

export type Journey = { uid: string; email: string; payment: Payment; boundCents: number; signed: boolean }

/** A process that dies: before the provider hears of a call, or after it has done it. */
const withMishaps = ({ stripe, roll }: World): void => {
  stripe.state.mishap = ({ method }): Mishap => {
    if (method !== 'POST' || roll.below(4) > 0) return null
    return roll.one(['lost', 'done_and_lost'] as const)
  }
}

const ignoring = async (act: () => Promise<unknown>): Promise<void> => {
  await act().catch(() => undefined)
}

/** All events of the provider, twice and in any order. */
export const deliverAll = async ({ service, stripe, roll }: World): Promise<void> => {
  const events = stripe.books.events.splice(0)
  const twice = [...events, ...events].toSorted(() => roll.below(3) - 1)
  for (const event of twice) await stripe.send(service.url, event)
}

type Waiting = { id: string; task: string; payload: object }

/** Runs what is queued, in any order, some of it twice, as workers that are killed would. */
export const runJobs = async ({ service, roll }: World, rounds: number): Promise<number> => {
  let left = 0
  for (let round = 0; round < rounds; round++) {
    const waiting = await query<Waiting>(
      service.databaseUrl,
      `select jobs.id::text, tasks.identifier as task, payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where tasks.identifier in ('sync_payment', 'send_refund', 'homeowners_payment_settled') order by jobs.id`,
    )
    left = waiting.length
    if (left === 0) return 0
    for (const { id, task, payload } of waiting.toSorted(() => roll.below(3) - 1)) {
      const job = jobs.find(({ name }) => name === task)
      const run = () => job?.run(service.app, payload as never, jobFacts) ?? Promise.resolve()
      if (roll.below(3) === 0) await ignoring(run)
      const done = await run().then(
        () => true,
        () => false,
      )
      if (done)
        await query(service.databaseUrl, 'delete from graphile_worker._private_jobs where id = $1', [id])
    }
  }
  return left
}

type Part = { cents: number; kind: string }

/** The orders as they are once the part at this place was answered. Those after it are still open. */
const settledAs = (
  { uid }: Pick<Journey, 'uid'>,
  { payment_id }: Payment,
  { parts, from, to }: { parts: readonly Part[]; from: number; to: number },
): Settled => {
  const all = parts.map(({ cents, kind }, at) => ({
    order_id: `ord_${uid}_${at}`,
    uid,
    item: `home_${at}`,
    offer_id: `off_${uid}_${at}`,
    carrier_id: 'far',
    settled_at: at < to ? new Date() : null,
    answer: at < to ? { kind } : null,
    terms: {
      product: 'Homeowners insurance',
      state: 'IL',
      carrier: 'Far',
      illustrative: false,
      billing: { bill_to: 'insured', plan_id: null, due_cents: cents, payment_id },
    },
  }))
  const orders = all.slice(from, to)
  const issued = orders
    .filter(({ answer }) => answer?.kind === 'bound')
    .map(order => ({
      order,
      facts: { policy_id: `pol_${order.order_id}`, annual_price: order.terms.billing.due_cents / 100 },
    }))
  return { orders, issued, all } as unknown as Settled
}

const OUTCOMES = ['bound', 'bound', 'bound', 'blocked'] as const

const atProvider = async ({ service, stripe, roll }: World, payment: Payment): Promise<void> => {
  const method = roll.one(['card', 'card', 'bank'] as const)
  const begin = async (): Promise<string> => {
    const known = (await findPayment(service.app, payment.payment_id)) as Payment
    const made = await hostedOf(known)?.begin(service.app, providerFacts(known), { method, language: 'en' })
    await transact(service.app, inside => keepRefs(inside, known, made?.refs ?? {}))
    return made?.refs.session ?? ''
  }
  const session = await begin().catch(begin).catch(begin).catch(begin)
  if (roll.below(4) === 0) stripe.books.complete(session, 'decline')
  if (roll.below(8) > 0) stripe.books.complete(session, 'pay')
}

const afterwards = async ({ service, stripe, roll }: World, { payment_id }: Payment): Promise<void> => {
  const payment = (await findPayment(service.app, payment_id)) as Payment
  if (payment.status !== 'paid') return
  const what = roll.one(['refund', 'dispute', 'nothing'] as const)
  if (what === 'refund')
    await transact(service.app, inside =>
      refundDue(inside, payment, {
        cents: 1 + roll.below(payment.charged_cents ?? 1),
        cause: `test/${payment_id}`,
        reason: 'canceled',
      }),
    )
  if (what === 'dispute') {
    const dispute = stripe.books.dispute(payment.refs.intent ?? '', payment.charged_cents ?? 1)
    await ignoring(() => syncPayment(service.app, payment_id))
    dispute.status = roll.one(['won', 'lost', 'needs_response'])
    stripe.books.tell('charge.dispute.closed', dispute)
  }
}

const sign = async (app: App, payment: Payment): Promise<boolean> =>
  transact(app, async inside => {
    const known = (await findPayment(inside, payment.payment_id)) as Payment
    if (!isAuthorized(known, app.clock.now())) return false
    await commitHold(inside, known)
    return true
  })

/** Carriers answer together, or one after the other. */
const batches = (roll: Dice, count: number): [from: number, to: number][] =>
  count > 1 && roll.below(3) > 0
    ? [
        [0, 1],
        [1, count],
      ]
    : [[0, count]]

/** Days in which holds are renewed, or their cards are refused, or nobody looks and they expire. */
const untilNextAnswer = async (world: World): Promise<void> => {
  const { service, roll } = world
  for (let day = roll.below(10); day > 0; day--) {
    service.pass(DAY)
    if (roll.below(3) > 0) await ignoring(() => watchHolds.run(service.app, undefined as never, jobFacts))
  }
  await runJobs(world, 3)
}

/** From an invoice to whatever comes of it, with things that go wrong in between. */
export const travel = async (world: World): Promise<Journey> => {
  const { service, stripe, roll } = world
  const { app } = service
  const email = newEmail()
  const { uid } = await anIntake(service, { owner: 'opr_test', applicant: { full_name: 'Ada Payer', email } })
  const parts = Array.from({ length: 1 + roll.below(2) }, () => ({
    cents: 10_000 + roll.below(200_000),
    kind: roll.one(OUTCOMES),
  }))
  Object.assign(stripe.books, {
    declines: roll.below(5) === 0,
    bankOutcome: roll.one(['succeeded', 'processing', 'failed'] as const),
    refundOutcome: roll.one(['succeeded', 'succeeded', 'pending', 'failed'] as const),
  })
  const payment = await openPayment(app, {
    uid,
    purpose: 'premium',
    sandbox: false,
    amount_cents: parts.reduce((sum, { cents }) => sum + cents, 0),
    description: 'Homeowners insurance of Far',
    then_job: HOMEOWNERS_PAYMENT,
  })
  withMishaps(world)
  await atProvider(world, payment)
  await deliverAll(world)
  await runJobs(world, 4)
  const signed = await sign(app, payment)
  if (roll.below(3) === 0) {
    service.pass((1 + roll.below(8)) * DAY)
    await ignoring(() => watchHolds.run(app, undefined as never, jobFacts))
  }
  const journey: Journey = { uid, email, payment, boundCents: 0, signed }
  if (!signed) {
    await transact(app, inside => releaseHolds(inside, uid))
    return journey
  }
  const settle = (settled: Settled, dies: boolean) =>
    transact(app, async inside => {
      const intake = { uid, sandbox: false }
      await settleMoney(inside, { intake, settled, then_job: HOMEOWNERS_PAYMENT, keepsHold: false })
      if (dies) throw new Error('The process was killed before the commit.')
    })
  for (const [from, to] of batches(roll, parts.length)) {
    const settled = settledAs(journey, payment, { parts, from, to })
    if (roll.below(3) === 0) await ignoring(() => settle(settled, true))
    await settle(settled, false)
    if (to < parts.length) await untilNextAnswer(world)
  }
  await runJobs(world, 3)
  await deliverAll(world)
  await afterwards(world, payment)
  const boundCents = parts.filter(({ kind }) => kind === 'bound').reduce((sum, { cents }) => sum + cents, 0)
  return { ...journey, boundCents }
}
