import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const env = { RATE_LIMITS: 'off' }

let service: TestService
let replica: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env })
  replica = await startTestService({ env, work: false, databaseUrl: service.databaseUrl })
  key = await getKey(service.url, newEmail())
})
afterAll(() => Promise.all([service.stop(), replica.stop()]))

/** Nothing can be read from it any more: an answer that is built anew would fail. */
const spoil = (uid: unknown) =>
  query(service.databaseUrl, "update intakes set application = '\\x00' where uid = $1", [uid])

type Line = {
  begin: (at: TestService) => Promise<Answer>
  poll: (at: TestService, uid: unknown, by?: string) => Promise<Answer>
  change: (at: TestService, uid: unknown) => Promise<Answer>
}

const lines: [name: string, line: Line][] = [
  [
    'homeowners',
    {
      begin: at => quotesCall(at.url, key, { intake: completeIntake() }),
      poll: (at, uid, by = key) => quotesCall(at.url, by, { uid }),
      change: (at, uid) => quotesCall(at.url, key, { uid, intake: { full_name: 'Grace Homeowner' } }),
    },
  ],
  [
    'umbrella',
    {
      begin: at =>
        umbrellaCall({ url: at.url, key }, 'draft', { intake: completeHousehold({ felony: null }) }),
      poll: (at, uid, by = key) => umbrellaCall({ url: at.url, key: by }, 'status', { uid }),
      change: (at, uid) =>
        umbrellaCall({ url: at.url, key }, 'draft', { uid, intake: { full_name: 'Grace Buyer' } }),
    },
  ],
]

describe.each(lines)('a poll of the %s line', (_, { begin, poll, change }) => {
  test('says the same again while nothing happens, without opening the application', async () => {
    const { uid } = (await begin(service)).body
    const first = await poll(service, uid)
    await spoil(uid)
    const second = await poll(service, uid)
    expect(second.status).toBe(200)
    expect(second.text).toBe(first.text)
  })

  test('shows at once what another replica changed', async () => {
    const { uid } = (await begin(service)).body
    await poll(service, uid)
    await change(replica, uid)
    const [here, there] = [await poll(service, uid), await poll(replica, uid)]
    expect(here.text).toContain('Grace')
    expect(here.text).toBe(there.text.replaceAll(replica.url, service.url))
  })

  test('tells nobody but the owner what the owner was told', async () => {
    const { uid } = (await begin(service)).body
    await poll(service, uid)
    const stranger = await getKey(service.url, newEmail())
    const { request_id: _one, ...refusal } = (await poll(service, uid, stranger)).body
    const { request_id: _other, ...never } = (await poll(service, `${uid}x`, stranger)).body
    expect(refusal).toMatchObject({ error: 'not_found' })
    expect(refusal).toEqual(never)
  })
})

test('expired offers are asked for anew, whatever the poll before was told', async () => {
  const own = await serviceForThisTest({ env })
  const owner = await getKey(own.url, newEmail())
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  const { uid } = (await quotesCall(own.url, owner, complete)).body
  const quoted = await untilQuoted(own.url, owner, uid)
  expect((await quotesCall(own.url, owner, { uid })).text).toBe(quoted.text)
  own.pass(31 * DAY)
  expect((await quotesCall(own.url, owner, { uid })).body.status).toBe('pending_quotes')
})

test('while carriers are asked, each poll counts their answers anew', async () => {
  const idle = await serviceForThisTest({ env, work: false })
  const owner = await getKey(idle.url, newEmail())
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  const { uid } = (await quotesCall(idle.url, owner, complete)).body
  const answered = async () => (await quotesCall(idle.url, owner, { uid })).body.quoting
  expect(await answered()).toMatchObject({ answered: 0 })
  await query(
    idle.databaseUrl,
    "insert into carrier_answers values ($1, 1, 'prop_1', 'somebody', '{\"kind\":\"decline\"}', now())",
    [uid],
  )
  expect(await answered()).toMatchObject({ answered: 1 })
})

test('a call that asks the carriers says the same of them as the poll after it, also when it asks anew', async () => {
  const idle = await serviceForThisTest({ env, work: false })
  const owner = await getKey(idle.url, newEmail())
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  const { uid, quoting, waiting_on } = (await quotesCall(idle.url, owner, complete)).body
  const poll = async () => (await quotesCall(idle.url, owner, { uid })).body
  expect(await poll()).toMatchObject({ quoting, waiting_on })
  await query(
    idle.databaseUrl,
    "insert into carrier_answers values ($1, 1, 'prop_1', 'somebody', '{\"kind\":\"decline\"}', now())",
    [uid],
  )
  const anew = await quotesCall(idle.url, owner, { uid, intake: { home: [{ roof_date: '2020' }] } })
  expect(anew.status).toBe(202)
  expect(anew.body).toMatchObject({ quoting: { answered: 0 }, waiting_on: 'carrier' })
  expect(await poll()).toMatchObject({ quoting: anew.body.quoting, waiting_on: 'carrier' })
})

test('a caller that hangs up while its answer is held leaves a line in the log', async () => {
  const idle = await serviceForThisTest({ env, work: false })
  const owner = await getKey(idle.url, newEmail())
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  const { uid } = (await quotesCall(idle.url, owner, complete)).body
  const others = idle.log.length
  const hangUp = async () => {
    const held = request(`${idle.url}/api/agent/homeowners/quotes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json', prefer: 'wait=25' },
    })
    held.on('error', () => {}).end(JSON.stringify({ uid }))
    await once(held, 'finish')
    held.destroy()
  }
  // A busy service may learn that a caller is gone before it has read the call, and then it holds nothing.
  await until(async () => {
    await hangUp()
    return idle.log.slice(others).some(line => line.includes('the caller hung up'))
  })
})

test('statements that were prepared before a migration run on after it', async () => {
  const old = await serviceForThisTest({ env })
  const owner = await getKey(old.url, newEmail())
  const buy = async () => {
    const { uid } = (await quotesCall(old.url, owner, { intake: completeIntake() })).body
    await quotesCall(old.url, owner, { uid })
    const polled = await quotesCall(old.url, owner, { uid })
    const authorized = { uid, credit_check_authorized: true }
    const submitted = await quotesCall(old.url, owner, authorized, { 'idempotency-key': `submit-${uid}` })
    return [polled.status, submitted.status]
  }
  // More than once: PostgreSQL makes a lasting plan for a statement that has come five times.
  for (let time = 0; time < 7; time++) expect(await buy()).toEqual([200, 202])
  const tables = await query<{ table_name: string }>(
    old.databaseUrl,
    `select relname as table_name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  for (const { table_name } of tables)
    await query(old.databaseUrl, `alter table ${table_name} add column added_later text`)
  for (let time = 0; time < 2; time++) expect(await buy()).toEqual([200, 202])
})
