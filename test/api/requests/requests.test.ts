import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { purge } from '../../../src/purge-job.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { calculate } from '../../support/people/oauth.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'calculators=3/60' }, work: false })
})
afterAll(() => service.stop())

type Logged = { request_id: string; route: string; status: number; error: string | null; key_prefix: string }
type Page = { requests: Logged[]; has_more: boolean; next_cursor: string | null }

const list = async (key: string, search = ''): Promise<Page> =>
  (await call(`${service.url}/api/agent/requests${search}`, { key })).body as Page

const idOf = ({ headers }: Answer): string | null => headers.get('x-request-id')

const untilLogged = (key: string, answer: Answer) =>
  until(async () => (await list(key, `?request_id=${idOf(answer)}`)).requests[0] ?? null) as Promise<Logged>

test('an operator finds its calls, the failed ones with their codes, and no call of another', async () => {
  const key = await getKey(service.url, newEmail())
  const eve = await getKey(service.url, newEmail())
  const wrong = await call(`${service.url}/api/agent/homeowners/quotes`, {
    key,
    body: { canary: 'Ada Park' },
  })
  for (let made = 0; made < 3; made++) await calculate(service, key)
  const limited = await calculate(service, key)
  expect(limited.status).toBe(429)
  expect(await untilLogged(key, limited)).toMatchObject({
    method: 'POST',
    route: expect.stringMatching(/^\/api\/agent\/calculators\//),
    status: 429,
    error: 'rate_limited',
    key_prefix: key.slice(0, 14),
  })
  const failed = (await list(key, '?failed=true')).requests
  expect(failed.map(({ request_id, error }) => [request_id, error])).toEqual([
    [idOf(limited), 'rate_limited'],
    [idOf(wrong), 'invalid_request'],
  ])
  expect((await list(eve, `?request_id=${idOf(limited)}`)).requests).toEqual([])
  const stored = await query(service.databaseUrl, 'select * from request_log')
  expect(JSON.stringify(stored)).not.toContain('Ada Park')
})

test('pages hold each call once, and their cursor belongs to its operator', async () => {
  const key = await getKey(service.url, newEmail())
  const changes = () => call(`${service.url}/api/agent/changes`, { key })
  const made = [await changes(), await changes(), await changes()]
  await untilLogged(key, made[2] as Answer)
  const seen: Logged[] = []
  let search = '?limit=2'
  for (let page = await list(key, search); ; page = await list(key, search)) {
    seen.push(...page.requests)
    if (page.next_cursor === null) break
    search = `?limit=2&cursor=${page.next_cursor}`
  }
  const ids = seen.map(({ request_id }) => request_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => made.map(idOf).includes(id))).toEqual(made.map(idOf).toReversed())
  const eve = await getKey(service.url, newEmail())
  expect((await call(`${service.url}/api/agent/requests${search}`, { key: eve })).status).toBe(400)
})

test('a test key sees only its own calls', async () => {
  const key = await getKey(service.url, newEmail())
  const created = await call(`${service.url}/api/agent/keys`, { key, body: { name: 'Tests', mode: 'test' } })
  const testKey = String(created.body.api_key)
  const own = await call(`${service.url}/api/agent/changes`, { key: testKey })
  const other = await call(`${service.url}/api/agent/changes`, { key })
  await untilLogged(key, other)
  expect(await untilLogged(testKey, own)).toMatchObject({ key_prefix: created.body.key_prefix })
  expect((await list(testKey, `?request_id=${idOf(other)}`)).requests).toEqual([])
  expect((await list(key, `?request_id=${idOf(own)}`)).requests).toHaveLength(1)
})

test('calls are shown for 30 days and are gone after 35', async () => {
  const key = await getKey(service.url, newEmail())
  const answer = await call(`${service.url}/api/agent/changes`, { key })
  await untilLogged(key, answer)
  const stored = () =>
    query(service.databaseUrl, 'select * from request_log where request_id = $1', [idOf(answer)])
  const shown = async () => (await list(key, `?request_id=${idOf(answer)}`)).requests
  service.pass(29 * DAY)
  expect(await shown()).toHaveLength(1)
  service.pass(DAY)
  await runJob(service, purge)
  expect(await shown()).toEqual([])
  expect(await stored()).toHaveLength(1)
  service.pass(5 * DAY)
  await runJob(service, purge)
  expect(await stored()).toEqual([])
})
