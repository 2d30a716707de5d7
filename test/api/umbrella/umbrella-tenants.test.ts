import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { rows } from '../../../src/routes.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-the-umbrella-tenants'
const OTHER_SHARED = 'another-shared-key-for-the-umbrella-tenants'
const TABLES = ['intakes', 'audit_entries', 'consents', 'emails', 'documents', 'offers', 'replays']

let service: TestService
const keys: Record<string, string> = {}
const bodies: Record<string, object> = {}
beforeAll(async () => {
  const env = { RATE_LIMITS: 'off', SHARED_KEYS: `${SHARED},${OTHER_SHARED}` }
  service = await startTestService({ env, work: false })
  keys.expired = await getKey(service.url, newEmail())
  service.pass(366 * DAY)
  const owner = await newOperator(service)
  const made = (status: 'ready_for_review' | 'quoted' | 'ready_to_finalize' | 'documents_needed') =>
    umbrellaIn(service, { owner: owner.uid, status })
  const [review, quoted, final, needing] = await Promise.all([
    made('ready_for_review'),
    made('quoted'),
    made('ready_to_finalize'),
    made('documents_needed'),
  ])
  const png = pngOf(300, 300).toString('base64')
  // Each as its owner could send it, and it would be done.
  bodies.draft = { uid: review.intake.uid, intake: {} }
  bodies.quotes = { uid: review.intake.uid, review_token: review.review_token, review_confirmed: true }
  bodies.select = {
    uid: quoted.intake.uid,
    selection_token: quoted.selection_token,
    selection_confirmed: true,
  }
  bodies.bind = { uid: final.intake.uid }
  bodies.status = { uid: review.intake.uid }
  bodies.attach = { uid: needing.intake.uid, type: 'declarations', filename: 'a.png', content: png }
  keys.revoked = await getKey(service.url, newEmail())
  await call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key: keys.revoked })
  keys.other = await getKey(service.url, newEmail())
  keys.shared = SHARED
  keys.garbage = 'bind_live_00000000000000000000000000000000abcdef'
})
afterAll(() => service.stop())

const operations = rows
  .filter(({ path, method }) => path.startsWith('/api/agent/umbrella/') && method === 'POST')
  .map(({ path }) => path.split('/').at(-1) ?? '')

const refusals = [
  ['none', 401, 'unauthorized'],
  ['garbage', 401, 'unauthorized'],
  ['revoked', 401, 'unauthorized'],
  ['expired', 401, 'key_expired'],
  ['other', 404, 'not_found'],
  ['shared', 404, 'not_found'],
] as const

const counts = async (): Promise<unknown> =>
  query(
    service.databaseUrl,
    `select ${TABLES.map(table => `(select count(*) from ${table}) as ${table}`).join(', ')}, (select sum(version) from intakes) as versions`,
  )

test('there are six operations on a uid', () => {
  expect(operations.toSorted()).toEqual(['attach', 'bind', 'draft', 'quotes', 'select', 'status'])
})

const cases = operations.flatMap(name => refusals.map(refusal => [name, ...refusal] as const))

test.each(cases)(
  '%s with the key "%s" is %i %s, as for what never was, and changes nothing',
  async (...given) => {
    const [operation, name, status, error] = given
    const url = `${service.url}/api/agent/umbrella/${operation}`
    const key = keys[name]
    const before = await counts()
    const ask = (body: object | undefined) => call(url, { ...(key !== undefined && { key }), body })
    const answer = await ask(bodies[operation])
    expect(answer).toMatchObject({ status, body: { error } })
    const { request_id: _, ...told } = answer.body
    const never = await ask({ ...bodies[operation], uid: 'umb_never' })
    expect(never.body).toMatchObject(told)
    expect(await counts()).toEqual(before)
  },
)

test('each shared key is an operator of its own', async () => {
  const url = `${service.url}/api/agent/umbrella`
  const { body } = await call(`${url}/draft`, { key: SHARED, body: { intake: { full_name: 'Ada' } } })
  expect((await call(`${url}/status`, { key: SHARED, body: { uid: body.uid } })).status).toBe(200)
  expect((await call(`${url}/status`, { key: OTHER_SHARED, body: { uid: body.uid } })).status).toBe(404)
})
