import { expect, onTestFinished, test } from 'vitest'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, HOUR } from '../../../src/platform/lib/clock.ts'
import { lines } from '../../../src/products/lines.ts'
import { type Behaviour, fails, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { wake } from '../../support/runs/hurry.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

type Offer = { offer_id: string; carrier: string; annual_price: number; recommended: boolean; rank: number }

const saysLater =
  (answer: object): Behaviour =>
  (response, _, { request_id }) =>
    response.end(JSON.stringify({ request_id, ...answer }))

/** A service with one carrier that answers later, beside the invented ones or alone. */
const marketOf = async ({ demo = 'on', entry = {} }: { demo?: 'on' | 'off'; entry?: object } = {}) => {
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      DEMO_CARRIERS: demo,
      CARRIERS_FILE: carriersFile([{ id: 'far', url: carrier.url, ...entry }]),
    },
  })
  const expected_by = new Date(service.app.clock.now().getTime() + 4 * HOUR).toISOString()
  carrier.behaviour = saysLater({ kind: 'pending', expected_by })
  const key = await getKey(service.url, newEmail())
  const { body } = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
    expand: 'properties',
  })
  const uid = String(body.uid)
  const item = String((body.properties as { property_id: string }[])[0]?.property_id)
  const late = (reply: object, more: object = {}) =>
    transact(service.app, inside =>
      lines.homeowners.markets.takeLateAnswer(inside, {
        uid,
        revision: 1,
        item,
        carrier_id: 'far',
        reply: { ...reply },
        actor: 'carrier:far',
        ...more,
      }),
    )
  const look = async () => (await quotesCall(service.url, key, { uid })).body
  const isDeferred = () =>
    until(async () => {
      const rows = await query(service.databaseUrl, 'select from carrier_questions where later is not null')
      return rows.length === 1
    })
  return { service, key, uid, carrier, expected_by, late, look, isDeferred }
}

test('offers do not wait for a carrier that answers later; its offer is added, ranked, taken once, and a change in the feed', async () => {
  const { service, key, uid, late, look } = await marketOf()
  await untilQuoted(service.url, key, uid)
  const seen = await quotesCall(service.url, key, { uid }, { prefer: 'wait=25' })
  expect(seen.headers.get('preference-applied')).toBeNull()
  expect(String(seen.body.agent_instructions)).toContain('is answered at once, also with Prefer: wait')
  const before = seen.body.offers as Offer[]
  expect(before.map(({ carrier }) => carrier)).not.toContain('The far carrier')
  const changes = async () =>
    (await call(`${service.url}/api/agent/changes`, { key })).body.changes as { status: string }[]
  await until(async () => (await changes()).at(-1)?.status === 'quotes_published')
  const stated = await changes()
  const offer = homeOffer({ annual_price: 300, quote_number: 'FAR-LATE' })
  expect(await late(offer)).toEqual({ taken: true, repeated: false })
  expect((await changes()).slice(stated.length)).toMatchObject([{ uid, status: 'quotes_published' }])
  const after = (await look()).offers as Offer[]
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({ carrier: 'The far carrier', recommended: true, rank: 1 })
  expect(after.map(({ rank }) => rank)).toEqual(after.map((_, at) => at + 1))
  expect(after.filter(({ recommended }) => recommended)).toHaveLength(1)
  const kept = new Set(after.map(({ offer_id }) => offer_id))
  for (const { offer_id } of before) expect(kept).toContain(offer_id)

  expect(await late(offer)).toEqual({ taken: true, repeated: true })
  expect(await late({ ...offer, annual_price: 299 })).toEqual({ taken: false, because: 'already_answered' })
  expect((await look()).offers).toHaveLength(after.length)
  expect(await changes()).toHaveLength(stated.length + 1)
})

test('without any offer the application waits, and several late offers of one carrier are published together', async () => {
  const { expected_by, late, look, isDeferred } = await marketOf({ demo: 'off' })
  await isDeferred()
  expect(await look()).toMatchObject({
    status: 'pending_quotes',
    waiting_on: 'carrier',
    poll_after_seconds: 60,
    quoting: { asked: 1, answered: 0, waiting_on: ['The far carrier'], expected_by },
    expected_by,
  })
  const offers = [homeOffer({ quote_number: 'A' }), homeOffer({ quote_number: 'B', annual_price: 1600 })]
  expect(await late({ kind: 'offers', offers })).toEqual({ taken: true, repeated: false })
  const quoted = await look()
  expect(quoted.status).toBe('quoted')
  expect((quoted.offers as Offer[]).map(({ annual_price }) => annual_price)).toEqual([1480, 1600])
})

test('a late answer is refused by name when it breaks a rule, was not asked for, or comes too late', async () => {
  const { service, late, look, isDeferred } = await marketOf({
    demo: 'off',
    entry: { answer_within_hours: 48 },
  })
  await isDeferred()
  expect(await late({ kind: 'offer' })).toEqual({
    taken: false,
    because: 'invalid_answer',
    outcome: 'not_an_answer',
  })
  expect(await late({ ...homeOffer(), valid_until: '2025-12-31T23:59:59Z' })).toMatchObject({
    because: 'invalid_answer',
    outcome: 'expired_offer',
  })
  expect(await late(homeOffer(), { carrier_id: 'near' })).toMatchObject({ because: 'unknown_question' })
  expect(await late(homeOffer(), { revision: 2 })).toMatchObject({ because: 'requoted' })
  expect(await late(homeOffer(), { uid: 'hom_unknown' })).toMatchObject({ because: 'unknown_question' })
  service.pass(2 * DAY)
  expect(await late(homeOffer())).toMatchObject({ because: 'too_late' })
  expect(await look()).toMatchObject({
    status: 'quoted',
    offers: [],
    declines: [{ carrier: 'The far carrier', reason_code: 'no_response' }],
  })
})

type EmailRow = { subject: string }

test('the homeowner is told of a late offer once: when it is cheaper, or when all are in', async () => {
  const { service, key, uid, late } = await marketOf()
  await untilQuoted(service.url, key, uid)
  const about = async () =>
    (
      await query<EmailRow>(
        service.databaseUrl,
        `select subject from emails where intake_uid = '${uid}' order by created_at`,
      )
    ).map(({ subject }) => subject)
  expect(await about()).toEqual(['Your home insurance quotes are ready'])
  await late(homeOffer({ annual_price: 300, quote_number: 'FAR-LATE' }))
  const told = ['Your home insurance quotes are ready', 'A lower price for your home insurance']
  expect(await about()).toEqual(told)
  await late(homeOffer({ annual_price: 300, quote_number: 'FAR-LATE' }))
  expect(await about()).toEqual(told)
})

test('a chosen offer is not disturbed: the homeowner signs what they reviewed, although a cheaper offer came in between', async () => {
  const { service, key, uid, late } = await marketOf()
  await untilQuoted(service.url, key, uid)
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  const before = (await ada.view()).signing
  expect(await late(homeOffer({ annual_price: 300 }))).toEqual({ taken: true, repeated: false })
  const after = await ada.view()
  expect(after.status).toBe('selected')
  expect(after.signing).toEqual(before)
})

test('over 72 hours: offers at once, one more a day later, and a carrier that stays silent is declined for on the third day', async () => {
  const [quick, late, silent] = [await startCarrier(), await startCarrier(), await startCarrier()]
  onTestFinished(async () => {
    await Promise.all([quick.close(), late.close(), silent.close()])
  })
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      DEMO_CARRIERS: 'off',
      CARRIERS_FILE: carriersFile([
        { id: 'quick', url: quick.url },
        { id: 'late', url: late.url },
        { id: 'silent', url: silent.url },
      ]),
    },
  })
  const expected_by = new Date(service.app.clock.now().getTime() + 30 * HOUR).toISOString()
  late.behaviour = saysLater({ kind: 'pending', expected_by })
  silent.behaviour = saysLater({ kind: 'referred' })
  const key = await getKey(service.url, newEmail())
  const intake = completeIntake()
  const { body } = await quotesCall(service.url, key, {
    intake,
    credit_check_authorized: true,
    expand: 'properties',
  })
  const uid = String(body.uid)
  const item = String((body.properties as { property_id: string }[])[0]?.property_id)
  const first = (await untilQuoted(service.url, key, uid)).body
  expect(first).toMatchObject({
    offers: [{ carrier: 'The quick carrier' }],
    quoting: { asked: 3, answered: 1, waiting_on: ['The late carrier', 'The silent carrier'] },
  })
  service.pass(25 * HOUR)
  const take = (reply: object) =>
    transact(service.app, inside =>
      lines.homeowners.markets.takeLateAnswer(inside, {
        uid,
        revision: 1,
        item,
        carrier_id: 'late',
        reply: { ...reply },
        actor: 'carrier:late',
      }),
    )
  expect(await take(homeOffer({ annual_price: 900, quote_number: 'L-1' }))).toMatchObject({ taken: true })
  service.pass(47 * HOUR)
  const done = await until(async () => {
    await wake(service.databaseUrl)
    const { body: now } = await quotesCall(service.url, key, { uid })
    return now.quoting === undefined ? now : null
  })
  expect(done).toMatchObject({
    status: 'quoted',
    offers: [{ carrier: 'The late carrier' }, { carrier: 'The quick carrier' }],
    declines: [{ carrier: 'The silent carrier', reason_code: 'no_response' }],
  })
  expect(quick.seen).toHaveLength(1)
  expect(silent.seen).toHaveLength(1)
})

test('staff ask a silent carrier again, with a reason: never two at once, and its offer is published once', async () => {
  const [far, slow] = [await startCarrier(), await startCarrier()]
  onTestFinished(async () => {
    await far.close()
    await slow.close()
  })
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      DEMO_CARRIERS: 'off',
      STAFF_EMAILS: STAFF,
      CARRIERS_FILE: carriersFile([
        { id: 'far', url: far.url, answer_within_hours: 48 },
        { id: 'slow', url: slow.url, events: false },
      ]),
    },
  })
  const expected_by = new Date(service.app.clock.now().getTime() + 4 * HOUR).toISOString()
  far.behaviour = fails(503)
  slow.behaviour = saysLater({ kind: 'pending', expected_by })
  const key = await getKey(service.url, newEmail())
  const intake = completeIntake()
  const { body } = await quotesCall(service.url, key, {
    intake,
    credit_check_authorized: true,
    expand: 'properties',
  })
  const uid = String(body.uid)
  const item = String((body.properties as { property_id: string }[])[0]?.property_id)
  const jobs = (sql: string) => query(service.databaseUrl, sql)
  const waiting = `from graphile_worker._private_jobs where payload ->> 'uid' = '${uid}'`
  await until(async () => {
    const rows = await jobs(`select ${waiting} and locked_at is null and (attempts > 0 or key is not null)`)
    return rows.length === 3
  })
  await jobs(
    `update graphile_worker._private_jobs set run_at = now() + interval '1 day' where locked_at is null`,
  )

  const ann = await signIn(service, service.url, STAFF)
  const path = `/desk/book/${uid}`
  const { text } = await ann.open(path)
  for (const words of [
    'Nothing yet',
    'It answers later',
    'Ask again: The far carrier',
    'Ask again: The slow carrier',
  ])
    expect(text).toContain(words)
  const again = async (carrier: string, reason = 'The quote is needed today.') =>
    (await ann.send(`${path}/carriers`, { item, carrier, reason })).location
  expect(await again('far', ' ')).toBeNull()
  expect(await again('near')).toBe(`${path}?done=late`)

  let release: () => void = () => undefined
  const asked = far.seen.length
  far.behaviour = (response, answer) => {
    release = () => response.end(JSON.stringify(answer))
  }
  const twice = await Promise.all([again('far'), again('far')])
  expect(twice).toContain(`${path}?done=asked`)
  await until(async () => far.seen.length > asked)
  expect(await again('far')).toBe(`${path}?done=asking`)
  release()
  await until(async () => (await quotesCall(service.url, key, { uid })).body.status === 'quoted')
  expect(far.seen).toHaveLength(asked + 1)
  expect(await again('far')).toBe(`${path}?done=late`)

  slow.pollAnswer = () => homeOffer({ quote_number: 'SLOW-1', annual_price: 900 })
  expect(slow.polls).toEqual([])
  expect(await again('slow')).toBe(`${path}?done=asked`)
  const offers = async () =>
    ((await quotesCall(service.url, key, { uid })).body.offers as Offer[]).map(one => one.carrier)
  await until(async () => (await offers()).length === 2)
  expect(await offers()).toEqual(['The slow carrier', 'The far carrier'])
  expect([slow.polls.length, slow.seen.length]).toEqual([1, 1])

  const { text: after } = await ann.open(path)
  expect(after).not.toContain('Ask again')
  expect(after).toContain('The quote is needed today.')
  const entries = await listEntries(service.app.db, uid)
  const count = (event: string) => entries.filter(one => one.event === event).length
  expect(count('offers_arrived')).toBe(1)
  expect(count('carrier_asked_again')).toBe(twice.filter(place => place?.endsWith('asked')).length + 1)
  expect(JSON.stringify(entries)).not.toContain('needed today')
})
