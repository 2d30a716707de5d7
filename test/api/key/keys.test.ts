import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyHash } from '../../../src/platform/key/operator-key.ts'
import { SECOND } from '../../../src/platform/lib/clock.ts'
import { rows } from '../../../src/routes.ts'
import { query } from '../../support/database/database.ts'
import { furtherKey } from '../../support/people/agent-identity.ts'
import { type Answer, call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { calculate } from '../../support/people/oauth.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'shared-key-of-the-environment'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED } })
})
afterAll(() => service.stop())

const keys = (key: string): Promise<Answer> => call(`${service.url}/api/agent/keys`, { key })
const create = (key: string, body: object): Promise<Answer> =>
  call(`${service.url}/api/agent/keys`, { key, body })
const revoke = (key: string, id: unknown, headers = {}): Promise<Answer> =>
  call(`${service.url}/api/agent/keys/${id}`, { key, method: 'DELETE', headers })

const refused = { status: 403, body: { error: 'live_key_required' } }

describe('/api/agent/keys', () => {
  test('a key is created with a name, listed without its secret, and stops at once when it is revoked', async () => {
    const email = newEmail()
    const main = await getKey(service.url, email)
    const { status, body } = await create(main, { name: ' Quotes ', scopes: ['homeowners'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'issued', name: 'Quotes', mode: 'live', scopes: ['homeowners'] })
    const key = String(body.api_key)
    expect(key).toMatch(/^bind_live_/)
    const listed = await keys(main)
    expect(listed.body.keys).toMatchObject([
      { key_id: body.key_id, key_prefix: body.key_prefix, main: false, last_used_at: null },
      { main: true, mode: 'live', name: null, scopes: ['calculators', 'umbrella', 'homeowners'] },
    ])
    expect(listed.text).not.toContain(key)
    expect((await mailbox(service.url, email))[0]?.text).toContain(String(body.key_prefix))
    expect((await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })).status).toBe(200)
    expect(await revoke(main, body.key_id)).toMatchObject({ status: 200, body: { status: 'revoked' } })
    expect((await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status).toBe(401)
    expect((await keys(main)).body.keys).toHaveLength(1)
  })

  test('a key without a scope is refused where the scope is needed, and rotating it keeps its limits', async () => {
    const main = await getKey(service.url, newEmail())
    const { body } = await create(main, { name: 'Estimates', scopes: ['calculators'] })
    const key = String(body.api_key)
    expect((await calculate(service, key)).status).toBe(200)
    const turnedAway = { status: 403, body: { error: 'insufficient_scope' } }
    expect(await quotesCall(service.url, key, { uid: 'hom_x' })).toMatchObject(turnedAway)
    expect(await umbrellaCall({ url: service.url, key }, 'status', { uid: 'umb_x' })).toMatchObject(
      turnedAway,
    )
    expect(await call(`${service.url}/api/agent/changes`, { key })).toMatchObject(turnedAway)
    const rotated = await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
    expect(rotated.body).toMatchObject({ name: 'Estimates', scopes: ['calculators'] })
    expect(await quotesCall(service.url, String(rotated.body.api_key), { uid: 'hom_x' })).toMatchObject(
      turnedAway,
    )
  })

  test('rotating itself does not carry a key past its revocation or its end', async () => {
    const main = await getKey(service.url, newEmail())
    const { body } = await create(main, { name: 'Estimates', scopes: ['calculators'] })
    const rotated = async (key: unknown) =>
      (await call(`${service.url}/api/agent/key/rotate`, { key: String(key), body: {} })).body
    service.pass(SECOND)
    const second = await rotated(body.api_key)
    const third = await rotated(second.api_key)
    for (const { key_id, expires_at } of [second, third])
      expect({ key_id, expires_at }).toEqual({ key_id: body.key_id, expires_at: body.expires_at })
    await call(`${service.url}/agent/auth/revoke`, { body: { credential: body.api_key } })
    expect((await calculate(service, String(third.api_key))).status).toBe(200)
    const [ended, raced] = await Promise.all([revoke(main, body.key_id), rotated(third.api_key)])
    expect(ended.status).toBe(200)
    for (const key of [third.api_key, raced.api_key])
      if (key) expect((await calculate(service, String(key))).status).toBe(401)
    expect((await keys(main)).body.keys).toHaveLength(1)
  })

  test('only the main key manages keys', async () => {
    const email = newEmail()
    const main = await getKey(service.url, email)
    const made = String((await create(main, { name: 'Everything' })).body.api_key)
    const test_ = String((await create(main, { name: 'Tests', mode: 'test' })).body.api_key)
    for (const key of [made, test_, await furtherKey(service, email), SHARED]) {
      expect(await keys(key)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
      expect(await create(key, { name: 'More' })).toMatchObject({ status: 403 })
      expect(await revoke(key, 'crd_x')).toMatchObject({ status: 403 })
    }
  })

  test('the key of another operator is unknown, and the main key is rotated instead', async () => {
    const [ada, eve] = [await getKey(service.url, newEmail()), await getKey(service.url, newEmail())]
    const { body } = await create(ada, { name: 'Ada’s' })
    expect(await revoke(eve, body.key_id)).toMatchObject({ status: 404 })
    expect((await calculate(service, String(body.api_key))).status).toBe(200)
    const own = (await keys(eve)).body.keys as { key_id: string }[]
    expect(await revoke(eve, own[0]?.key_id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('/api/agent/key/rotate') },
    })
  })

  test('five live and five test keys are the limit, also for parallel calls', async () => {
    const main = await getKey(service.url, newEmail())
    for (const mode of ['live', 'test']) {
      const made = await Promise.all(
        Array.from({ length: 7 }, () => create(main, { name: 'One of many', mode })),
      )
      expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409])
    }
  })

  test.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name on two lines', { name: 'a\nb' }, 'name'],
    ['an unknown scope', { name: 'a', scopes: ['admin'] }, 'scopes[0]'],
    ['no scope', { name: 'a', scopes: [] }, 'scopes'],
  ])('%s is 400', async (_, body, path) => {
    const main = await getKey(service.url, newEmail())
    expect(await create(main, body)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  })

  test('a mode or scope changed in the database opens nothing', async () => {
    for (const change of [`mode = null`, `scopes = null`, `name = 'other'`]) {
      const main = await getKey(service.url, newEmail())
      const { body } = await create(main, { name: 'Tests', mode: 'test', scopes: ['calculators'] })
      const key = String(body.api_key)
      await query(service.databaseUrl, `update credentials set ${change} where hash = $1`, [keyHash(key)])
      expect((await calculate(service, key)).status).toBe(500)
    }
  })
})

describe('an Idempotency-Key used before', () => {
  const retried = { 'idempotency-key': 'one-application' }

  test('with a key that was rotated since returns the stored answer to the new key, and makes nothing twice', async () => {
    const old = await getKey(service.url, newEmail())
    const body = { intake: completeIntake() }
    const first = await quotesCall(service.url, old, body, retried)
    const rotated = await call(`${service.url}/api/agent/key/rotate`, { key: old, body: {} })
    const key = String(rotated.body.api_key)
    const again = await quotesCall(service.url, key, body, retried)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { body: seen } = await call(`${service.url}/api/agent/homeowners/dashboard`, { key })
    expect(seen.property_count).toBe(1)
  })

  test('is another one on another path: two keys are revoked under it, each once', async () => {
    const main = await getKey(service.url, newEmail())
    const ids = [await create(main, { name: 'One' }), await create(main, { name: 'Two' })].map(
      ({ body }) => body.key_id,
    )
    for (const key_id of ids) {
      const first = await revoke(main, key_id, retried)
      expect(first).toMatchObject({ status: 200, body: { status: 'revoked', key_id } })
      const again = await revoke(main, key_id, retried)
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    }
  })

  test('does not show another credential a secret, a live request, or a line outside its scopes', async () => {
    const main = await getKey(service.url, newEmail())
    const further = async (asked: object) => String((await create(main, asked)).body.api_key)
    const conflict = {
      status: 422,
      body: {
        error: 'idempotency_conflict',
        message: expect.stringContaining('Get the current status before you send anything again'),
      },
    }
    const session = (key: string) =>
      call(`${service.url}/api/agent/homeowners/dashboard/session`, { key, method: 'POST', headers: retried })
    expect((await session(main)).status).toBe(200)
    expect(await session(await further({ name: 'Pages' }))).toMatchObject(conflict)

    const test_ = await further({ name: 'Tests', mode: 'test' })
    const live = { intake: completeIntake() }
    expect((await quotesCall(service.url, main, live, retried)).status).toBe(200)
    expect(await quotesCall(service.url, test_, live, retried)).toMatchObject(conflict)
    const rehearsal = { intake: completeIntake(), sandbox: true }
    const headers = { 'idempotency-key': 'a-rehearsal' }
    const first = await quotesCall(service.url, main, rehearsal, headers)
    expect((await quotesCall(service.url, test_, rehearsal, headers)).text).toBe(first.text)

    const clock = (key: string) =>
      call(`${service.url}/api/agent/sandbox/clock`, {
        key,
        headers,
        body: { uid: first.body.uid, advance_hours: 1 },
      })
    expect((await clock(main)).status).toBe(200)
    expect(await clock(await further({ name: 'Umbrella', scopes: ['umbrella'] }))).toMatchObject(conflict)
  })

  test('is kept from other credentials by every operation whose answer holds a secret', () => {
    const secrets = /^(api_key|credential|dashboard_url|access_token|identity_assertion|claim_token)$/
    const handOut = rows.filter(
      ({ guard, operation }) =>
        guard.scheme === 'agent_api_key' &&
        Object.keys(operation.output.properties ?? {}).some(name => secrets.test(name)),
    )
    expect(handOut.map(({ path }) => path)).toHaveLength(3)
    expect(handOut.every(({ operation }) => operation.handsOutCredential)).toBe(true)
  })
})

describe('a test key', () => {
  const testKey = async () => {
    const operator = await newOperator(service)
    const { body } = await create(operator.key, { name: 'Tests', mode: 'test' })
    expect(body).toMatchObject({ mode: 'test', key_prefix: expect.stringMatching(/^bind_test_/) })
    return { ...operator, test: String(body.api_key) }
  }

  test('starts rehearsals without being told to, and goes on with them', async () => {
    const { test: key } = await testKey()
    const home = await quotesCall(service.url, key, {
      intake: completeIntake(),
      credit_check_authorized: true,
    })
    expect(home).toMatchObject({ status: 202, body: { sandbox: true } })
    expect((await untilQuoted(service.url, key, home.body.uid)).body.sandbox).toBe(true)
    const household = await umbrellaCall({ url: service.url, key }, 'draft', { intake: completeHousehold() })
    expect(household).toMatchObject({ status: 200, body: { sandbox: true } })
    expect((await calculate(service, key)).status).toBe(200)
  })

  test('starts no live request', async () => {
    const { test: key } = await testKey()
    const live = { intake: completeIntake(), sandbox: false }
    expect(await quotesCall(service.url, key, live)).toMatchObject(refused)
    const household = { intake: completeHousehold(), sandbox: false }
    expect(await umbrellaCall({ url: service.url, key }, 'draft', household)).toMatchObject(refused)
  })

  test('does not read or change a live request of its operator, also one whose answer is cached', async () => {
    const { test: key, key: live } = await testKey()
    const { uid } = (await quotesCall(service.url, live, { intake: completeIntake() })).body
    const household = { intake: completeHousehold({ email: undefined }) }
    const { uid: umbrella } = (await umbrellaCall({ url: service.url, key: live }, 'draft', household)).body
    await quotesCall(service.url, live, { uid })
    await umbrellaCall({ url: service.url, key: live }, 'status', { uid: umbrella })
    expect(await quotesCall(service.url, key, { uid })).toMatchObject(refused)
    expect(await quotesCall(service.url, key, { uid, intake: { full_name: 'Eve' } })).toMatchObject(refused)
    const email = `${service.url}/api/agent/homeowners/fix-issues-email`
    expect(await call(email, { key, body: { uid } })).toMatchObject(refused)
    for (const operation of ['status', 'bind'] as const)
      expect(await umbrellaCall({ url: service.url, key }, operation, { uid: umbrella })).toMatchObject(
        refused,
      )
    expect(
      await umbrellaCall({ url: service.url, key }, 'draft', { uid: umbrella, intake: {} }),
    ).toMatchObject(refused)
    const session = `${service.url}/api/agent/homeowners/dashboard/session`
    expect(await call(session, { key, body: {} })).toMatchObject(refused)
  })

  test('sees only rehearsals in dashboards and the feed', async () => {
    const { test: key, key: live, uid: owner } = await testKey()
    await anIntake(service, { owner })
    const rehearsal = await anIntake(service, { owner, sandbox: true })
    await umbrellaCall({ url: service.url, key: live }, 'draft', { intake: completeHousehold() })
    const at = (path: string) => call(`${service.url}/api/agent/${path}`, { key })
    const home = (await at('homeowners/dashboard')).body
    expect(home).toMatchObject({
      property_count: 1,
      status_counts: { needs_more_info: 1 },
      properties: [{ request_uid: rehearsal.uid, sandbox: true }],
    })
    expect((await at('umbrella/dashboard')).body).toMatchObject({ purchase_count: 0, purchases: [] })
    expect((await at('changes')).body.changes).toMatchObject([{ uid: rehearsal.uid, sandbox: true }])
    for (const path of ['homeowners/dashboard', 'umbrella/dashboard', 'changes'])
      expect(await at(`${path}?sandbox=false`)).toMatchObject({
        ...refused,
        body: { message: expect.stringContaining('leave out the filter') },
      })
  })
})
