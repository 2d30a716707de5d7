import { expect, onTestFinished } from 'vitest'
import { ledgerBalances } from '../../../src/agency/ledger/store.ts'
import { refundsOf } from '../../../src/agency/payments/money-store.ts'
import { paymentsOf } from '../../../src/agency/payments/payments.ts'
import { reconcile } from '../../../src/agency/payments/reconcile.ts'
import {
  answers,
  answersWith,
  type Behaviour,
  homeOffer,
  startCarrier,
  umbrellaOffer,
} from '../carriers/carrier-server.ts'
import { carriersFile } from '../carriers/carriers-file.ts'
import { createDatabase, query } from '../database/database.ts'
import { dice } from '../database/tampering.ts'
import { getKey, newEmail } from '../people/client.ts'
import { hurry } from '../runs/hurry.ts'
import { scaled, seed } from '../runs/scale.ts'
import { until } from '../runs/until.ts'
import { type ServiceProcess, startProcess } from '../servers/process.ts'
import { serviceForThisTest } from '../servers/service.ts'
import { type Bought, buyAndPay, type Front, HOME_CENTS, planOf, UMBRELLA_CENTS } from './bought-and-paid.ts'
import type { Call } from './stripe-routes.ts'
import { startStripe } from './stripe-server.ts'

const AT_ONCE = 8

const BLOCKED = { kind: 'blocked', reason_code: 'inspection', reason: 'The roof did not pass.' }
const full = (cents: number) => ({
  bill_to: ['insured' as const],
  payment_plans: [
    { plan_id: 'full', label: 'Pay in full', due_now_cents: cents, installments: [], total_cents: cents },
  ],
})

/** Where the next process dies: as it talks to the provider, or as it orders. */
const MOMENTS: readonly [path: RegExp, mishap: 'hangs' | 'done_and_hangs'][] = [
  [/capture$/, 'hangs'],
  [/capture$/, 'done_and_hangs'],
  [/^\/v1\/payment_intents$/, 'done_and_hangs'],
  [/^\/v1\/refunds$/, 'hangs'],
  [/^\/v1\/refunds$/, 'done_and_hangs'],
  [/cancel$/, 'done_and_hangs'],
  [/^\/v1\/checkout/, 'done_and_hangs'],
  [/^\/bind$/, 'done_and_hangs'],
]

type Armed = { moment: (typeof MOMENTS)[number] | null; by: string; isHit: boolean }

type Replica = ServiceProcess & { name: string }

const startWorld = async () => {
  const stripe = await startStripe(() => new Date())
  const home = await startCarrier(0, quote_number => homeOffer({ quote_number, ...full(HOME_CENTS) }))
  const umbrella = await startCarrier(0, quote_number =>
    umbrellaOffer({ quote_number, coverage_limit: 2_000_000, ...full(UMBRELLA_CENTS) }),
  )
  onTestFinished(async () => {
    await Promise.all([stripe.close(), home.close(), umbrella.close()])
  })
  const refused = new Set<string>()
  const armed: Armed = { moment: null, by: '', isHit: false }
  /** True once, for the moment and the process that are armed. */
  const strikes = (path: string, by: string): boolean => {
    if (!armed.moment?.[0].test(path) || armed.isHit || by !== armed.by) return false
    armed.isHit = true
    return true
  }
  stripe.state.mishap = ({ path, by }: Call) =>
    strikes(path, by.replace('sk_test_', '')) ? (armed.moment?.[1] ?? null) : null
  const decide: Behaviour = (response, policy, request) => {
    const { insured, request_id } = request as unknown as { insured: { email: string }; request_id: string }
    const by = /replica-\d+/.exec(String(response.req.url))?.[0] ?? ''
    if (strikes('/bind', by)) return
    if (refused.has(insured.email)) answersWith(BLOCKED)(response, { request_id }, request)
    else answers(response, policy, request)
  }
  home.bindBehaviour = decide
  umbrella.bindBehaviour = decide
  /** Each process has a key and addresses of its own, so that the others know who asks. */
  const envOf = (name: string) => ({
    ...stripe.env,
    STRIPE_SECRET_KEY: `sk_test_${name}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    DEMO_CARRIERS: 'off',
    CARRIERS_FILE: carriersFile([
      { id: 'far', url: home.url, bind_url: `${home.url}/${name}/bind` },
      {
        id: 'over',
        umbrella_url: umbrella.url,
        bind_url: `${umbrella.url}/${name}/bind`,
        umbrella_states: ['IL'],
        workflow: 'carrier_direct',
      },
    ]),
  })
  return { stripe, refused, armed, envOf }
}

const MONEY_JOBS = `select from graphile_worker._private_jobs as jobs
  join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  where tasks.identifier ~ 'payment|refund|bind|dispute' and jobs.payload::text like '%id"%'`

type Told = { purpose: string; count: number }

type Kills = { journeys: number; kills: number; from?: number }

/** kill -9 between authorization and refund: money is kept exactly for policies, and everyone is told once. */
export const killMoney = async ({ journeys, kills, from = seed() }: Kills): Promise<void> => {
  const { stripe, refused, armed, envOf } = await startWorld()
  const databaseUrl = await createDatabase()
  const service = await serviceForThisTest({ databaseUrl, env: envOf('front'), work: false })
  const key = await getKey(service.url, newEmail())
  const front: Front = { service, key, stripe, refused }
  const roll = dice(from)

  let started = 0
  const start = async (): Promise<Replica> => {
    const name = `replica-${++started}`
    const replica = await startProcess({ databaseUrl, env: envOf(name) })
    onTestFinished(() => replica.kill())
    return { ...replica, name }
  }
  /** All events of the provider, twice and in any order, to any process that listens. */
  const deliver = async (): Promise<void> => {
    const events = stripe.books.events.splice(0)
    const twice = [...events, ...events].toSorted(() => roll.below(3) - 1)
    for (const event of twice) await stripe.send(service.url, event)
  }
  const soon = (look: () => unknown, withinMs: number) =>
    until(
      async () => {
        await deliver()
        await hurry(databaseUrl)
        return look()
      },
      { withinMs, everyMs: 100 },
    )

  const plans = Array.from({ length: journeys }, () => planOf(roll))
  const waiting = plans.values()
  const bought: Bought[] = []
  const buyer = async () => {
    for (const plan of waiting) {
      stripe.books.refundOutcome = roll.one(['succeeded', 'succeeded', 'pending', 'failed'])
      const one = buyAndPay(front, plan).catch((error: Error) => {
        throw new Error(`SEED=${from}, ${JSON.stringify(plan)}: ${error.message}`, { cause: error })
      })
      bought.push(await one)
    }
  }
  let live = await start()
  const buying = Promise.all(Array.from({ length: Math.min(AT_ONCE, journeys) }, buyer))
  buying.catch(() => undefined)
  for (let kill = 0; kill < kills; kill++) {
    // After the last kill a service in this process goes on.
    const next = kill + 1 < kills ? start() : null
    next?.catch(() => undefined)
    Object.assign(armed, { moment: roll.one(MOMENTS), by: live.name, isHit: false })
    // A moment that does not come is any moment.
    await soon(() => armed.isHit, 2_000).catch(() => undefined)
    armed.moment = null
    await live.kill()
    if (next) live = await next
  }
  await serviceForThisTest({ databaseUrl, env: envOf('last') })
  let isOver = false
  const over = buying.finally(() => {
    isOver = true
  })
  await Promise.all([over, soon(() => isOver, scaled(180_000, 1_500_000))])

  stripe.books.refundOutcome = 'succeeded'
  for (let round = 0; round < 3; round++) {
    for (const intent of stripe.books.intents.values())
      if (intent.status === 'processing') stripe.books.receive(intent, intent.amount)
    for (const refund of stripe.books.refunds) if (refund.status === 'pending') refund.status = 'succeeded'
    await soon(async () => (await query(databaseUrl, MONEY_JOBS)).length === 0, 60_000)
  }
  expect(
    (await reconcile(service.app)).map(({ difference_id }) => difference_id),
    `SEED=${from}`,
  ).toEqual([])
  await soon(async () => (await query(databaseUrl, MONEY_JOBS)).length === 0, 60_000)

  const check = async ({ uid, cents }: Bought): Promise<void> => {
    const policies = await query(databaseUrl, 'select from policies where uid = $1', [uid])
    const payments = await paymentsOf(service.app, uid)
    const ids = payments.map(({ payment_id }) => payment_id)
    const intents = [...stripe.books.intents.values()].filter(({ metadata }) =>
      ids.includes(metadata.payment_id ?? ''),
    )
    expect(policies.length).toBeLessThanOrEqual(1)
    const due = policies.length * cents
    const captured = intents.reduce((sum, { amount_received }) => sum + amount_received, 0)
    const owed = payments.filter(({ status, purpose }) => status === 'open' && purpose.startsWith('owed/'))
    expect(captured + owed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(due)
    expect(intents.filter(({ status }) => status === 'requires_capture')).toEqual([])
    const paid = payments.filter(({ status }) => status === 'paid')
    expect(paid.reduce((sum, { charged_cents }) => sum + (charged_cents ?? 0), 0)).toBe(captured)

    const told = await query<Told>(
      databaseUrl,
      'select purpose, count(*)::int from emails where intake_uid = $1 group by purpose',
      [uid],
    )
    const count = (purpose: string) => told.find(one => one.purpose === purpose)?.count ?? 0
    const refunds = (await Promise.all(ids.map(id => refundsOf(service.app.db, id)))).flat()
    const orders = await query(
      databaseUrl,
      "select from bind_orders where uid = $1 and outcome = 'blocked'",
      [uid],
    )
    expect([count('policy_bound'), count('payment_received'), count('bind_held'), count('refund')]).toEqual([
      policies.length,
      paid.length,
      orders.length,
      refunds.length,
    ])
    expect(refunds.filter(({ status }) => status === 'due')).toEqual([])
  }
  for (const one of bought)
    await check(one).catch((error: Error) => {
      throw new Error(`SEED=${from}, ${one.uid} ${JSON.stringify(one.plan)}: ${error.message}`, {
        cause: error,
      })
    })
  expect(bought.length).toBe(journeys)
  const all = Object.values(await ledgerBalances(service.app.db))
  expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
}
