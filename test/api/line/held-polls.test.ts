import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { issues } from '../../../src/doors/intake/issues.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { askForPaymentAgain } from '../../../src/products/line/reviewed-purchase/buying/ask-for-payment.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { startShopping } from '../../support/people/shopper.ts'
import {
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const env = { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' }
const MOST_OF_ONE = 50

/** Without a worker: carriers are never asked, so that what is waited for does not come by itself. */
const withoutWorker = { env, work: false }

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService(withoutWorker)
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const submitHome = async (by = key): Promise<string> => {
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  return String((await quotesCall(service.url, by, complete)).body.uid)
}

/** How often a service has opened an application: once for each time that the whole answer is made. */
const countOpenings = ({ app }: TestService, uid: string): (() => number) => {
  const open = vi.spyOn(app.sealer, 'openJsonText')
  onTestFinished(() => open.mockRestore())
  return () => open.mock.calls.filter(([context]) => context === `intakes/${uid}`).length
}

type Sent = { text?: string; values?: unknown[] }

/** How often a service has asked whether anything has happened to an application. */
const countGlances = (): ((uid: string) => number) => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  const GLANCE = 'select "version" from "intakes" where "uid" = $1'
  const isGlance = ({ text, values }: Sent, uid: string) => text === GLANCE && values?.[0] === uid
  return uid => sent.mock.calls.filter(([given]) => isGlance(given as Sent, uid)).length
}

const applied = ({ headers }: Answer): string | null => headers.get('preference-applied')

test('what another replica changed ends the hold long before its time', async () => {
  const replica = await serviceForThisTest({ ...withoutWorker, databaseUrl: service.databaseUrl })
  const { uid } = (await quotesCall(service.url, key, { intake: completeIntake() })).body
  const openings = countOpenings(service, String(uid))
  const started = performance.now()
  const held = quotesCall(service.url, key, { uid }, { prefer: 'wait=25' })
  await until(() => openings() === 1)
  await quotesCall(replica.url, key, { uid, credit_check_authorized: true })
  const answer = await held
  expect(answer.body.status).toBe('pending_quotes')
  expect(applied(answer)).toBe('wait=25')
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('a payment that fails ends the hold with the new payment_url, and is in the feed', async () => {
  const { uid: owner, key } = await newOperator(service)
  const { intake } = await umbrellaIn(service, { owner, status: 'payment_needed' })
  const { uid } = intake
  const at = { url: service.url, key }
  const feed = `${service.url}/api/agent/changes`
  const { next } = (await call(feed, { key })).body
  const openings = countOpenings(service, uid)
  const started = performance.now()
  const held = umbrellaCall(at, 'status', { uid }, { prefer: 'wait=25' })
  await until(() => openings() === 1)
  await transact(service.app, inside => askForPaymentAgain(inside, intake))
  expect((await held).body).toMatchObject({
    status: 'payment_needed',
    payment_url: expect.stringContaining('/pay/'),
    response_summary: expect.stringContaining('The payment failed'),
  })
  expect(performance.now() - started).toBeLessThan(15_000)
  expect((await call(`${feed}?after=${next}`, { key })).body.changes).toMatchObject([
    { uid, detail_status: 'payment_needed', waiting_on: 'payment' },
  ])
})

test('a new payment_url is news to a shopper’s held poll', () => {
  const state = (payment_url: string) =>
    issues.waits?.stateOf({
      uid: 'umb_1',
      status: 'payment_needed',
      next_action: { operation: 'issues' },
      payment_url,
    } as never)
  expect(state('/pay/new')).not.toBe(state('/pay/old'))
})

test('a poll that is held while its key is rotated ends with 401, and tells nothing that happened since', async () => {
  const key = await getKey(service.url, newEmail())
  const { uid } = (await quotesCall(service.url, key, { intake: completeIntake() })).body
  const openings = countOpenings(service, String(uid))
  const held = quotesCall(service.url, key, { uid }, { prefer: 'wait=25' })
  await until(() => openings() === 1)
  const { body } = await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
  await quotesCall(service.url, String(body.api_key), { uid, credit_check_authorized: true })
  const answer = await held
  expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(answer.text).not.toContain('pending_quotes')
})

test('a service that stops answers what it holds', async () => {
  const stopping = await serviceForThisTest({ ...withoutWorker, databaseUrl: service.databaseUrl })
  const uid = await submitHome()
  const openings = countOpenings(stopping, uid)
  const started = performance.now()
  const held = quotesCall(stopping.url, key, { uid }, { prefer: 'wait=25' })
  await until(() => openings() === 1)
  stopping.drain()
  expect((await held).body.status).toBe('pending_quotes')
  expect(performance.now() - started).toBeLessThan(15_000)
})

type Door = { uid: string; poll: (prefer: string) => Promise<Answer> }

const operatorsHome = async (): Promise<Door> => {
  const uid = await submitHome()
  return { uid, poll: prefer => quotesCall(service.url, key, { uid }, { prefer }) }
}

const operatorsUmbrella = async (): Promise<Door> => {
  const act = (name: UmbrellaOperation, body: object, headers = {}) =>
    umbrellaCall({ url: service.url, key }, name, body, headers)
  const { body } = await act('draft', { intake: completeHousehold() })
  const { uid, review_token } = body
  await act('quotes', { uid, review_token, review_confirmed: true })
  return { uid: String(uid), poll: prefer => act('status', { uid }, { prefer }) }
}

const shoppers = async (): Promise<Door> => {
  const intake = completeHousehold()
  const shopping = await startShopping(service.url, 'umbrella', { intake, sandbox: true })
  await shopping.confirmReview()
  return { uid: shopping.uid, poll: prefer => shopping.issues({ headers: { prefer } }) }
}

test('while nothing happens, a poll at each door is answered twice, however long it is held', async () => {
  const doors = [await operatorsHome(), await operatorsUmbrella(), await shoppers()]
  const glances = countGlances()
  const holding = doors.map(async ({ uid, poll }) => {
    const openings = countOpenings(service, uid)
    const held = poll('wait=3')
    await until(() => openings() === 1)
    await query(
      service.databaseUrl,
      "insert into carrier_answers values ($1, (select revision from intakes where uid = $1), 'any', 'somebody', '{\"kind\":\"decline\"}', now())",
      [uid],
    )
    return { uid, openings, answer: await held }
  })
  for (const { uid, openings, answer } of await Promise.all(holding)) {
    // The second time is at the end: what a carrier answered meanwhile changes no state, and is told all the same.
    expect(answer.body).toMatchObject({ status: 'pending_quotes', quoting: { answered: 1 } })
    expect(applied(answer)).toBe('wait=3')
    expect(openings()).toBe(2)
    // Every tenth of a second would be thirty.
    expect(glances(uid)).toBeGreaterThan(2)
    expect(glances(uid)).toBeLessThan(15)
  }
})

let addresses = 0
/** A caller of its own at an address of its own, so that nobody else takes its places. */
const newCaller = async () => {
  const caller = await getKey(service.url, newEmail())
  const from = { 'x-forwarded-for': `203.0.113.${++addresses}` }
  const uid = await submitHome(caller)
  const poll = (headers = {}) => quotesCall(service.url, caller, { uid }, { ...from, ...headers })
  return { caller, from, uid, poll }
}

type Caller = Awaited<ReturnType<typeof newCaller>>

const holdOpen = ({ caller, from, uid }: Caller): ClientRequest => {
  const headers = {
    ...from,
    authorization: `Bearer ${caller}`,
    'content-type': 'application/json',
    prefer: 'wait=25',
  }
  const held = request(`${service.url}/api/agent/homeowners/quotes`, {
    method: 'POST',
    headers,
    agent: false,
  })
  held.on('error', () => {}).end(JSON.stringify({ uid }))
  onTestFinished(() => void held.destroy())
  return held
}

/** One caller has as many held as there are places. */
const takeAllPlaces = async (by: Caller) => {
  const openings = countOpenings(service, by.uid)
  const held = Array.from({ length: MOST_OF_ONE }, () => holdOpen(by))
  await until(() => openings() === MOST_OF_ONE)
  return held
}

test('with fifty calls held, the next is answered at once, as if it had not asked to wait', async () => {
  const ada = await newCaller()
  const plain = await ada.poll()
  await takeAllPlaces(ada)
  const answer = await ada.poll({ prefer: 'wait=25' })
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(plain.text)
  expect(answer.headers.get('retry-after')).toBe(plain.headers.get('retry-after'))
  expect(applied(answer)).toBeNull()
})

test('fifty are for one caller wherever it calls from, and for one address whichever caller it is', async () => {
  const [ada, eve] = [await newCaller(), await newCaller()]
  await takeAllPlaces(ada)
  const elsewhere = { prefer: 'wait=1', 'x-forwarded-for': '192.0.2.1' }
  const here = { prefer: 'wait=1', ...ada.from }
  expect(applied(await ada.poll(elsewhere))).toBeNull()
  expect(applied(await eve.poll(here))).toBeNull()
  expect(applied(await eve.poll(elsewhere))).toBe('wait=1')
})

test('a caller that hangs up gives its place back', async () => {
  const ada = await newCaller()
  const [one] = await takeAllPlaces(ada)
  const next = () => ada.poll({ prefer: 'wait=1' })
  expect(applied(await next())).toBeNull()
  one?.destroy()
  await until(async () => applied(await next()) === 'wait=1')
})

test('calls that were answered, or refused, give their places back', async () => {
  const [ada, eve] = [await newCaller(), await newCaller()]
  for (let time = 0; time < MOST_OF_ONE; time++)
    await quotesCall(service.url, eve.caller, { uid: ada.uid }, { ...ada.from, prefer: 'wait=25' })
  const held = await takeAllPlaces(ada)
  await Promise.all([
    ...held.map(one => once(one, 'response')),
    quotesCall(service.url, ada.caller, { uid: ada.uid, intake: { home: [{ roof_date: null }] } }),
  ])
  expect(applied(await ada.poll({ prefer: 'wait=1' }))).toBe('wait=1')
})
