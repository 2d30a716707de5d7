import { expect, onTestFinished, test } from 'vitest'
import { insertHold, liftHold } from '../../../src/platform/audit/hold-store.ts'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { purge } from '../../../src/purge-job.ts'
import {
  answers,
  answersWith,
  type CarrierServer,
  hangs,
  resets,
  startCarrier,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { hurry, wake } from '../../support/runs/hurry.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

type Exchange = {
  exchange_id: string
  carrier_id: string
  request_id: string
  attempt: number
  outcome: string
  http_status: number | null
  took_ms: number | null
  request: Buffer
  response: Buffer | null
}
type Quoted = { carrier: string; reason_code?: string; annual_price?: number }

const farCarrier = async (port?: number): Promise<CarrierServer> => {
  const server = await startCarrier(port)
  onTestFinished(() => server.close())
  return server
}

/** A service that asks this carrier beside the built-in ones, and an operator's way to submit a home to it. */
const quotingWith = async (
  entries: Parameters<typeof carriersFile>[0],
  more: Record<string, string> = {},
) => {
  const service = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', CARRIERS_FILE: carriersFile(entries), ...more },
  })
  const key = await getKey(service.url, newEmail())
  const submit = async (home: object = {}, more: object = {}): Promise<string> => {
    const body = { intake: completeIntake(home), credit_check_authorized: true, ...more }
    return String((await quotesCall(service.url, key, body)).body.uid)
  }
  const quoted = async (uid: string) => {
    const { offers, declines } = (await untilQuoted(service.url, key, uid)).body
    return { offers: offers as Quoted[], declines: declines as Quoted[] }
  }
  return { service, key, submit, quoted }
}

const exchanges = (databaseUrl: string) =>
  query<Exchange>(databaseUrl, 'select * from carrier_exchanges order by sent_at, exchange_id')

test('the offer of a configured carrier stands beside those of the built-in ones, in its states only', async () => {
  const server = await farCarrier()
  const { submit, quoted } = await quotingWith([{ id: 'far', url: server.url }])
  const { offers } = await quoted(await submit())
  expect(offers.find(({ carrier }) => carrier === 'The far carrier')).toMatchObject({ annual_price: 1480 })
  expect(offers.length).toBeGreaterThanOrEqual(3)
  const ohio = await quoted(await submit({ city: 'Columbus', state: 'OH', zip: '43215' }))
  expect(ohio.offers.map(({ carrier }) => carrier)).not.toContain('The far carrier')
  expect(server.seen).toHaveLength(1)
})

test('a carrier is told the source of each value, and the person’s once they have confirmed it', async () => {
  const server = await farCarrier()
  const { service, submit, quoted } = await quotingWith([{ id: 'far', url: server.url }])
  const uid = await submit({
    field_estimates: [{ field: 'home_sqft', source: 'listing', confidence: 'low' }],
  })
  await quoted(uid)
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  const { review } = await ada.view()
  await ada.confirm({ review_token: review.token, confirmed: [], corrected: { 'home[0].roof_date': '2010' } })
  await ada.untilAt('offers')

  const [first, second] = server.seen.map(({ request }) => request)
  for (const request of [first, second])
    expect(Object.keys(request?.sources ?? {})).toEqual(Object.keys(request?.risk ?? {}))
  expect(first?.sources).toMatchObject({
    roof_type: { kind: 'operator' },
    home_sqft: { kind: 'estimate', from: 'listing', confidence: 'low' },
    claims_last_5_years: { kind: 'service_estimate', rule: 'no_claims', confidence: 'low' },
    roof_year: { kind: 'derived', rule: 'year_of_date', from: { roof_date: { kind: 'operator' } } },
  })
  expect(second?.sources).toMatchObject({
    roof_type: { kind: 'operator' },
    home_sqft: { kind: 'person' },
    claims_last_5_years: { kind: 'person' },
    roof_year: { kind: 'derived', rule: 'year_of_date', from: { roof_date: { kind: 'person' } } },
  })
})

test('a sandbox intake causes no traffic', async () => {
  const server = await farCarrier()
  const { service, submit, quoted } = await quotingWith([{ id: 'far', url: server.url }])
  const { offers } = await quoted(await submit({}, { sandbox: true }))
  expect(offers.every(({ carrier }) => carrier.includes('(sandbox)'))).toBe(true)
  expect(server.seen).toEqual([])
  expect(await exchanges(service.databaseUrl)).toEqual([])
})

test('every exchange is recorded, its bodies sealed, and gone after 90 days', async () => {
  const server = await farCarrier()
  server.next = [resets, answersWith({ quote_number: 'canary-quote' })]
  const { service, submit, quoted } = await quotingWith([{ id: 'far', url: server.url }])
  await quoted(await submit({ home_sqft: 1733 }))
  const rows = await exchanges(service.databaseUrl)
  const request_id = server.seen[0]?.request.request_id
  expect(rows).toMatchObject([
    { carrier_id: 'far', request_id, attempt: 1, outcome: 'unreachable', http_status: null, response: null },
    { carrier_id: 'far', request_id, attempt: 2, outcome: 'offer', http_status: 200 },
  ])
  const kept = Buffer.concat(rows.flatMap(({ request, response }) => [request, response ?? Buffer.alloc(0)]))
  for (const secret of ['canary-quote', '1733', '62704', 'home_sqft', 'annual_price'])
    expect(kept.includes(secret)).toBe(false)
  const { exchange_id, request, response } = rows[1] as Exchange
  const open = (part: string, sealed: Buffer) =>
    JSON.parse(service.app.sealer.open(`carrier_exchanges/${exchange_id}/${part}`, sealed))
  expect(open('request', request)).toEqual(server.seen[1]?.request)
  expect(open('response', response as Buffer)).toMatchObject({ quote_number: 'canary-quote' })
  service.pass(89 * DAY)
  await runJob(service, purge)
  expect(await exchanges(service.databaseUrl)).toHaveLength(2)
  const [asked] = await query<{ uid: string }>(service.databaseUrl, 'select uid from carrier_questions')
  const uid = String(asked?.uid)
  const placed = { placed_at: service.app.clock.now(), placed_by: 'staff:test' }
  await insertHold(service.app.db, { hold_id: 'hld_test', uid, ...placed })
  service.pass(2 * DAY)
  await runJob(service, purge)
  expect(await exchanges(service.databaseUrl)).toHaveLength(2)
  await liftHold(service.app.db, uid, { lifted_at: service.app.clock.now(), lifted_by: 'staff:test' })
  await runJob(service, purge)
  expect(await exchanges(service.databaseUrl)).toEqual([])
})

test('an answer is not lost because it could not be recorded', async () => {
  const server = await farCarrier()
  const { service, submit, quoted } = await quotingWith([{ id: 'far', url: server.url }])
  await query(service.databaseUrl, 'drop table carrier_exchanges')
  const { offers } = await quoted(await submit())
  expect(offers.map(({ carrier }) => carrier)).toContain('The far carrier')
  expect(server.seen).toHaveLength(1)
  expect(service.log.join('')).toContain('carrier exchange not recorded')
})

test('a carrier that is down delays the offers by the window only, and is declined for after ten minutes: no_response', async () => {
  const port = await freePort()
  const { service, key, submit, quoted } = await quotingWith(
    [{ id: 'far', url: `http://127.0.0.1:${port}/quotes` }],
    { QUOTE_WINDOW_SECONDS: '600' },
  )
  const uid = await submit()
  await until(() => service.log.some(line => line.includes('"job failed"')))
  const { body } = await quotesCall(service.url, key, { uid })
  expect(body).toMatchObject({ status: 'pending_quotes' })
  const { asked, answered } = body.quoting as { asked: number; answered: number }
  expect(asked - answered).toBe(1)
  service.pass(9 * MINUTE)
  service.app.config.quoteWindowSeconds = 20
  await until(async () => {
    await hurry(service.databaseUrl)
    return (await quotesCall(service.url, key, { uid })).body.status === 'quoted'
  })
  const early = await quoted(uid)
  expect(early.offers.length).toBeGreaterThan(0)
  expect(early.declines.map(({ carrier }) => carrier)).not.toContain('The far carrier')
  service.pass(MINUTE)
  const declines = await until(async () => {
    await wake(service.databaseUrl)
    const now = (await quoted(uid)).declines
    return now.length > early.declines.length ? now : null
  })
  expect(declines).toContainEqual(
    expect.objectContaining({ carrier: 'The far carrier', reason_code: 'no_response' }),
  )
})

test('a carrier that comes back in time is asked again under the same id, the others are not', async () => {
  const port = await freePort()
  const steady = await farCarrier()
  const { service, submit, quoted } = await quotingWith([
    { id: 'shaky', url: `http://127.0.0.1:${port}/quotes` },
    { id: 'steady', url: steady.url },
  ])
  const uid = await submit()
  await until(() => service.log.some(line => line.includes('"job failed"')))
  const shaky = await farCarrier(port)
  await until(async () => {
    await hurry(service.databaseUrl)
    return shaky.seen.length > 0
  })
  const { offers } = await quoted(uid)
  expect(offers.map(({ carrier }) => carrier)).toEqual(
    expect.arrayContaining(['The shaky carrier', 'The steady carrier']),
  )
  expect(steady.seen).toHaveLength(1)
  const rows = await exchanges(service.databaseUrl)
  expect(new Set(rows.filter(row => row.carrier_id === 'shaky').map(row => row.request_id)).size).toBe(1)
})

test('kill -9 between an answer and the publication: who has answered is not asked again, who has not sees the same id', async () => {
  const [quick, slow] = [await farCarrier(), await farCarrier()]
  slow.behaviour = hangs
  const databaseUrl = await createDatabase()
  const file = carriersFile([
    { id: 'quick', url: quick.url },
    { id: 'slow', url: slow.url, time_limit_seconds: 60 },
  ])
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', CARRIERS_FILE: file, QUOTE_WINDOW_SECONDS: '60' }
  const first = await startProcess({ databaseUrl, env })
  const key = await getKey(first.url, newEmail())
  const intake = completeIntake()
  const { uid } = (await quotesCall(first.url, key, { intake, credit_check_authorized: true })).body
  await until(async () => {
    const kept = await query(databaseUrl, "select from carrier_answers where carrier_id = 'quick'")
    return kept.length === 1 && slow.seen.length === 1
  })
  await first.kill()
  slow.behaviour = answers
  // The dead worker's job is freed after five seconds: let them be over.
  await query(
    databaseUrl,
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null",
  )
  const second = await serviceForThisTest({ databaseUrl, env })
  const { offers } = (await untilQuoted(second.url, key, uid)).body
  expect((offers as Quoted[]).map(({ carrier }) => carrier)).toEqual(
    expect.arrayContaining(['The quick carrier', 'The slow carrier']),
  )
  expect(quick.seen).toHaveLength(1)
  expect(slow.seen).toHaveLength(2)
  expect(slow.ledger.size).toBe(1)
  const rows = await exchanges(databaseUrl)
  expect(rows.filter(row => row.carrier_id === 'slow').map(row => row.outcome)).toEqual(['sent', 'offer'])
})

test('the id of a built-in carrier, or a state that is none, stops the start with one sentence', async () => {
  const url = 'http://127.0.0.1:9/quotes'
  const start = (entry: { id: string; url: string; homeowners_states?: string[] }) =>
    serviceForThisTest({ env: { CARRIERS_FILE: carriersFile([entry]) } })
  await expect(start({ id: 'quillstone', url })).rejects.toThrow(
    'CARRIERS_FILE entry 1 ("quillstone"): this id belongs to a demo carrier.',
  )
  await expect(start({ id: 'far', url, homeowners_states: ['XX'] })).rejects.toThrow(
    'CARRIERS_FILE entry 1 ("far"): homeowners_states contains "XX", which is not a US state.',
  )
})
