import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ordersOf, settleOrder } from '../../../src/agency/policies/orders.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { bindHomeowners } from '../../../src/products/homeowners/buying/settle-orders.ts'
import type { HomeownersIntakeRecord } from '../../../src/products/homeowners/intake/intake.ts'
import { moveHomeowners } from '../../../src/products/homeowners/intake/writer.ts'
import { homeCarriers } from '../../../src/products/homeowners/quoting/offers.ts'
import { quoteHomeowners } from '../../../src/products/homeowners/quoting/quote-job.ts'
import { lockIntake } from '../../../src/products/line/record/intakes.ts'
import { query } from '../../support/database/database.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import {
  asHomeowner,
  type Homeowner,
  offersIn,
  refusal,
  selectedHomeowner,
} from '../../support/people/homeowner-in-portal.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const facts = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }
const runJob = (uid: string) => bindHomeowners.run(service.app, { uid }, facts)

const policies = (uid: string) =>
  query<{ item: string }>(service.databaseUrl, 'select item from policies where uid = $1', [uid])

/** Selects each home's offer of the carrier at this place in the list of carriers. */
const selectCarrier = async (homeowner: Homeowner, places: readonly number[]) => {
  const names = homeCarriers.byMode(service.app).sandbox.map(({ name }) => name)
  const { homes } = await homeowner.view()
  const ids = homes.flatMap(({ offers, policy }, at) => {
    const found = offers.find(({ carrier }) => carrier === names[places[at] ?? 0])
    return policy || !found ? [] : [found.offer_id]
  })
  await homeowner.select(ids)
}

const sandboxHomes = async (...sizes: number[]) => {
  const [first, ...more] = sizes.map(home_sqft => completeIntake({ home_sqft }))
  const home = [first, ...more].flatMap(intake => intake?.home ?? [])
  const { body } = await quotesCall(service.url, key, {
    intake: { ...first, home },
    credit_check_authorized: true,
    sandbox: true,
  })
  await untilQuoted(service.url, key, body.uid)
  return asHomeowner(service, String(body.uid))
}

const signFor = async (homeowner: Homeowner, places: readonly number[]) => {
  await selectCarrier(homeowner, places)
  await homeowner.confirmAll()
  await homeowner.sign()
}

type Offered = { offer_id: string; carrier: string; rank: number; recommended: boolean }

const offered = ({ body }: { body: Record<string, unknown> }) => body.offers as Offered[]

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const [IN_TEN_DAYS, IN_A_MONTH] = [inDays(10), inDays(30)]

/** A person's own assistant has bought the offer of the first carrier in the list of carriers. */
const shopperBound = async (home: { home_sqft: number; closing_date?: string; new_purchase?: true }) => {
  const shopper = await startShopping(service.url, 'homeowners', {
    intake: completeIntake(home),
    sandbox: true,
  })
  await shopper.patch({ confirm_submission: true, credit_check_authorized: true })
  const [first] = homeCarriers.byMode(service.app).sandbox
  const offers = offered(await shopper.untilAt('quoted'))
  const offer_id = offers.find(({ carrier }) => carrier === first?.name)?.offer_id
  const { preview_token, purchase_preview } = (await shopper.select({ offer_id })).body
  const bought = { preview_token, bind_confirmed: true, effective_date: IN_A_MONTH }
  expect((await shopper.bind(bought)).body).toMatchObject({
    status: 'waiting_on_carrier',
    response_summary: `The order is with ${first?.name}. There is no coverage until the policy is issued.`,
    waiting_on: 'carrier',
  })
  return { shopper, carrier: String(first?.name), preview: purchase_preview }
}

test('a poll that crosses the carrier’s answer sees all of it or nothing', async () => {
  const { shopper } = await shopperBound({ home_sqft: 5553 })
  const { uid } = shopper
  const crossing = await transact(service.app, async inside => {
    await sql`lock table bind_orders in access exclusive mode`.execute(inside.db)
    const poll = shopper.issues()
    await until(async () => {
      const waiting = "select from pg_locks where relation = 'bind_orders'::regclass and not granted"
      return (await query(service.databaseUrl, waiting)).length > 0
    })
    const intake = (await lockIntake(inside, { uid, line: 'homeowners' })) as HomeownersIntakeRecord
    for (const { order_id } of await ordersOf(inside, uid))
      await settleOrder(inside, order_id, { kind: 'info_requested', reason: '', fields: [] })
    await moveHomeowners(inside, intake, {}, { actor: 'service', event: 'bind_info_requested' })
    return { poll }
  })
  const { status, waiting_on, properties } = (await crossing.poll).body
  const homes = (properties as { status: string }[]).map(home => home.status)
  // The job that places the order may be the one that waits, and then the poll comes after the answer.
  expect([
    { status: 'waiting_on_carrier', waiting_on: 'carrier', homes: ['waiting_on_carrier'] },
    { status: 'ready_to_finalize', waiting_on: 'homeowner', homes: ['selected'] },
  ]).toContainEqual({ status, waiting_on, homes })
})

describe('a carrier that will not issue the policy', () => {
  test('is told to a person’s assistant: its offer is gone, the next one is recommended, and why', async () => {
    const { shopper, carrier } = await shopperBound({ home_sqft: 5551 })
    const refused = await shopper.untilAt('quoted')
    expect(offered(refused).map(({ rank, recommended }) => [rank, recommended])).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, false],
    ])
    expect(offered(refused).map(offer => offer.carrier)).not.toContain(carrier)
    expect(refused.body).toMatchObject({
      response_summary: expect.stringContaining(`${carrier} did not issue the policy. 4 offers are ready`),
      declines: [{ carrier, reason_code: 'sandbox_blocked' }],
      agent_instructions: expect.arrayContaining([expect.stringContaining('does not cover them')]),
    })
  })

  test('is told to a person’s assistant: what it asks, who acts, the state in the words of a poll, and a start date after the closing', async () => {
    const closing_date = IN_TEN_DAYS
    const bought = { home_sqft: 5552, new_purchase: true, closing_date } as const
    const { shopper, carrier, preview } = await shopperBound(bought)
    expect(preview).toMatchObject({ effective_date: closing_date })
    expect(preview).not.toHaveProperty('start_warning')
    const asked = await shopper.untilAt('info_requested')
    expect(asked.body).toMatchObject({
      response_summary: expect.stringContaining(`${carrier} has not issued the policy. It says: “`),
      waiting_on: 'homeowner',
      purchase_preview: {
        effective_date: IN_A_MONTH,
        start_warning: expect.stringContaining(`after the closing on ${closing_date}`),
      },
      properties: [{ status: 'selected' }],
      agent_instructions: expect.arrayContaining([
        expect.stringContaining('what start_warning in purchase_preview says'),
        expect.stringContaining('do not send bind again until'),
        expect.stringContaining('send bind with preview_token'),
      ]),
    })
    const other = offered(asked).find(offer => offer.carrier !== carrier)?.offer_id
    const { preview_token, status } = (await shopper.select({ offer_id: other })).body
    expect(status).toBe('ready_to_finalize')
    const late = await shopper.patch({ intake: { full_name: 'Ada Late' } })
    expect(late).toMatchObject({ status: 409, body: { current_status: status } })
    const stale = await shopper.bind({ preview_token: asked.body.preview_token, bind_confirmed: true })
    expect(stale.body).toMatchObject({ error: 'stale_token', current_status: status })
    await shopper.bind({ preview_token, bind_confirmed: true })
    expect((await shopper.untilAt('bound')).body).toMatchObject({
      policies: [{ effective_date: IN_A_MONTH }],
    })
  })

  test('refuses: back to the offers, that one cannot be chosen, its reason is there, and another can be bound', async () => {
    const homeowner = await sandboxHomes(5551)
    await signFor(homeowner, [0])
    const refused = await homeowner.untilAt('offers')
    expect(refused.refusals).toMatchObject([
      {
        kind: 'blocked',
        carrier: expect.any(String),
        reason: expect.stringContaining('Choose another offer'),
      },
    ])
    const blocked = offersIn(refused).filter(({ unavailable }) => unavailable === 'refused')
    expect(blocked.map(({ carrier }) => carrier)).toEqual([refused.refusals[0]?.carrier])
    expect(await refusal(homeowner.select([String(blocked[0]?.offer_id)]))).toMatchObject({
      status: 409,
      message: expect.stringContaining('refused'),
    })
    const { uid } = homeowner.caller
    const told = await quotesCall(service.url, key, { uid })
    const carrier = String(refused.refusals[0]?.carrier)
    expect(told.body).toMatchObject({
      status: 'quoted',
      response_summary: expect.stringContaining(`${carrier} did not issue the policy. 4 offers are ready`),
      declines: [{ carrier, reason_code: 'sandbox_blocked' }],
    })
    expect(told.body).not.toHaveProperty('detail_status')
    expect(offered(told).map(offer => offer.carrier)).not.toContain(carrier)
    expect(offered(told).map(({ rank, recommended }) => [rank, recommended])[0]).toEqual([1, true])
    await signFor(homeowner, [1])
    const bound = await homeowner.untilAt('bound')
    expect(bound.refusals).toEqual([])
    expect(await policies(homeowner.caller.uid)).toHaveLength(1)
  })

  test('asks for something: still selected, its words are there, and it can be signed again', async () => {
    const homeowner = await sandboxHomes(5552)
    await signFor(homeowner, [0])
    const asked = await homeowner.untilAt('sign')
    expect(asked.refusals).toMatchObject([
      { kind: 'info_requested', reason: expect.stringContaining('Call') },
    ])
    const { body } = await quotesCall(service.url, key, { uid: homeowner.caller.uid })
    expect(body).toMatchObject({
      detail_status: 'selected',
      waiting_on: 'homeowner',
      response_summary: expect.stringMatching(/has not issued the policy.*Call the agency/),
      agent_instructions: expect.arrayContaining([expect.stringContaining('they sign again')]),
    })
    await homeowner.sign()
    expect((await homeowner.untilAt('sign')).refusals).toHaveLength(1)
    await signFor(homeowner, [1])
    await homeowner.untilAt('bound')
  })

  test('asks another price: nothing is bought before the homeowner chooses and signs again, at that price', async () => {
    const homeowner = await sandboxHomes(5555)
    const { uid } = homeowner.caller
    await signFor(homeowner, [0])
    const asked = await homeowner.untilAt('offers')
    const [{ carrier } = { carrier: '' }] = asked.refusals
    const again = offersIn(asked).find(one => one.carrier === carrier && one.unavailable === null)
    const { annual_price: price = 0, change } = again ?? {}
    expect(price).toBe(Math.round((change?.from ?? 0) * 1.1))
    expect(again?.payment_plans).toMatchObject([{ total_cents: price * 100 }, { plan_id: 'two_payments' }])
    expect(asked.refusals).toMatchObject([{ kind: 'price_changed', reason: expect.stringMatching(/checks/) }])
    const told = (await quotesCall(service.url, key, { uid })).body
    expect(told).toMatchObject({ status: 'quoted', waiting_on: 'homeowner' })
    expect(told.response_summary).toMatch(
      /^A carrier changed its price, and nothing was bought at the old one/,
    )
    expect(told).not.toHaveProperty('detail_status')
    expect(told.agent_instructions).toContainEqual(expect.stringContaining('previous_price'))
    expect(await policies(uid)).toEqual([])
    await homeowner.select([again?.offer_id ?? ''])
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const bound = (await quotesCall(service.url, key, { uid })).body
    expect(bound).toMatchObject({ policies: [{ annual_price: price }] })
    expect(bound.agent_instructions).not.toContainEqual(expect.stringContaining('previous_price'))
  })
})

describe('with two homes', () => {
  test('both issued: bound, two policies', async () => {
    const homeowner = await sandboxHomes(1800, 1900)
    await signFor(homeowner, [0, 1])
    const { homes } = await homeowner.untilAt('bound')
    expect(new Set(homes.map(({ policy }) => policy?.policy_number)).size).toBe(2)
  })

  test('one issued, one refused: the policy stands, the home stays as it is, and the other goes on', async () => {
    const homeowner = await sandboxHomes(5551, 1900)
    const { uid } = homeowner.caller
    await signFor(homeowner, [0, 0])
    const half = await homeowner.untilAt('offers')
    expect(half.homes.map(({ policy, offers }) => [policy !== null, offers.length])).toEqual([
      [false, 5],
      [true, 0],
    ])
    const change = (at: number, home_sqft: number) =>
      quotesCall(service.url, key, {
        uid,
        intake: { home: at === 0 ? [{ home_sqft }] : [{}, { home_sqft }] },
      })
    expect(await change(1, 2000)).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'intake.home[1]' }] },
    })
    expect((await change(1, 1900)).status).toBe(200)
    expect((await change(0, 2000)).status).toBe(202)
    const again = await homeowner.untilAt('offers')
    expect(again.homes.map(({ offers }) => offers.length)).toEqual([5, 0])
    await signFor(homeowner, [0])
    const { homes } = await homeowner.untilAt('bound')
    expect(homes.every(({ policy }) => policy !== null)).toBe(true)
    expect(await policies(uid)).toHaveLength(2)
  })

  test('one issued, and the homeowner wants no more: bound with what there is', async () => {
    const homeowner = await sandboxHomes(5551, 1900)
    await signFor(homeowner, [0, 0])
    await homeowner.untilAt('offers')
    expect((await homeowner.withdraw()).status).toBe('bound')
    const { homes } = await homeowner.view()
    expect(homes.map(({ policy }) => policy !== null)).toEqual([false, true])
    const { body } = await quotesCall(service.url, key, { uid: homeowner.caller.uid })
    expect(body.response_summary).toBe('Policies are bound for 1 of 2 homes.')
  })

  test('one without any offer does not keep the other from being bound', async () => {
    const homeowner = await sandboxHomes(2222, 1900)
    await signFor(homeowner, [0, 1])
    const { homes } = await homeowner.untilAt('bound')
    expect(homes.map(({ policy }) => policy !== null)).toEqual([false, true])
    expect(homes[0]?.declines).toHaveLength(5)
  })
})

test('while carriers issue the policy nothing can be changed or withdrawn', async () => {
  // Nobody works here: the order goes out when the test says so.
  const idle = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const own = await getKey(idle.url, newEmail())
  const quotes = (body: object, headers = {}) => quotesCall(idle.url, own, body, headers)
  const intake = completeIntake({ home_sqft: 5553 })
  const uid = String((await quotes({ intake, credit_check_authorized: true, sandbox: true })).body.uid)
  await quoteHomeowners.run(idle.app, { uid, revision: 1 }, facts)
  const homeowner = asHomeowner(idle, uid)
  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  const { step, bindingSince } = await homeowner.view()
  expect({ step, since: bindingSince !== null }).toEqual({ step: 'binding', since: true })
  const refused = { status: 409, message: expect.stringContaining('being issued') }
  for (const attempt of [
    () => homeowner.sign(),
    () => homeowner.withdraw(),
    () => homeowner.withdrawConsent(),
    () => homeowner.select([]),
    () => homeowner.confirm({ review_token: '', confirmed: [], corrected: {} }),
  ])
    expect(await refusal(attempt())).toMatchObject(refused)
  for (const patch of [{ intake: { home: [{ home_sqft: 2000 }] } }, { credit_check_authorized: false }])
    expect(await quotes({ uid, ...patch })).toMatchObject({ status: 409 })
  const { body } = await quotes({ uid })
  expect(body).toMatchObject({
    detail_status: 'selected',
    waiting_on: 'carrier',
    response_summary: expect.stringMatching(/^The homeowner signed\. The order is with \w+/),
    properties: [{ status: 'waiting_on_carrier' }],
  })
  expect(body.agent_instructions).not.toContainEqual(expect.stringContaining('sign in the portal'))
  const polling = quotes({ uid }, { prefer: 'wait=25' })
  await bindHomeowners.run(idle.app, { uid }, facts)
  const held = await polling
  expect(held.headers.get('preference-applied')).toBe('wait=25')
  expect(held.body.detail_status).toBe('bound')
})

describe('the job', () => {
  test('run again, by two at once and after a crash between the answer and its effect, it issues one policy and emails once', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    await Promise.all([runJob(uid), runJob(uid)])
    expect(await policies(uid)).toHaveLength(1)
    const emails = (await mailbox(service.url, intake.email)).filter(({ subject }) =>
      subject.includes('bound'),
    )
    expect(emails).toHaveLength(1)
  })
})
