import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOperatorKey } from '../../../src/platform/key/operator-key.ts'
import { DAY, SECOND } from '../../../src/platform/lib/clock.ts'
import { secureRandom } from '../../../src/platform/lib/random.ts'
import { query } from '../../support/database/database.ts'
import { furtherKey } from '../../support/people/agent-identity.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { calculate } from '../../support/people/oauth.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'shared-key-of-the-environment'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

describe('POST /api/agent/key/rotate', () => {
  const rotate = (key: string | undefined, headers: Record<string, string> = {}, body?: unknown) =>
    call(`${service.url}/api/agent/key/rotate`, {
      method: 'POST',
      headers,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    })

  test('gives a new key and stops the old one at once', async () => {
    const email = newEmail()
    const old = await getKey(service.url, email)
    const { status, body } = await rotate(old)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'rotated', operator_uid: expect.stringMatching(/^opr_/) })
    expect(await rotate(old)).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect((await rotate(String(body.api_key))).status).toBe(200)
    expect((await mailbox(service.url, email)).map(({ subject }) => subject)).toContain(
      'Your operator key was replaced',
    )
  })

  test('of twenty parallel rotations with one key one wins and the others are refused', async () => {
    const key = await getKey(service.url, newEmail())
    const answers = await Promise.all(Array.from({ length: 20 }, () => onceNotBusy(() => rotate(key))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
  })

  test.each([
    ['no key', undefined],
    ['a key that nobody was given', newOperatorKey(secureRandom)],
    ['a key with a typing mistake', 'bind_live_00000000000000000000000000000000abcdef'],
    ['something else', 'hello'],
  ])('refuses %s with 401 and says where to get one', async (_, key) => {
    const { status, body, headers } = await rotate(key)
    expect(status).toBe(401)
    expect(body.error).toBe('unauthorized')
    const isInvalid = key === undefined ? '' : 'error="invalid_token", '
    expect(headers.get('www-authenticate')).toBe(
      `Bearer ${isInvalid}resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
    )
    const metadata = await call(`${service.url}/.well-known/oauth-protected-resource`)
    expect(metadata).toMatchObject({ status: 200, body: { resource: service.url } })
  })

  test('refuses a shared key with 403, before the body is read', async () => {
    const { status, body } = await rotate(SHARED, {}, '{ not json')
    expect(status).toBe(403)
    expect(body.error).toBe('forbidden')
  })

  test('refuses a body with fields', async () => {
    const key = await getKey(service.url, newEmail())
    expect(await rotate(key, {}, { operator_uid: 'opr_x' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'operator_uid', code: 'unknown_field' }] },
    })
    expect((await rotate(key, {}, {})).status).toBe(200)
  })

  describe('with an Idempotency-Key', () => {
    test('a lost answer can be fetched with the old key, byte for byte', async () => {
      const old = await getKey(service.url, newEmail())
      const headers = { 'idempotency-key': randomUUID() }
      const first = await rotate(old, headers)
      const again = await rotate(old, headers)
      expect(again.status).toBe(200)
      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again.headers.get('ratelimit-limit')).toBe('600')
    })

    test('the raw and the quoted form of a key are the same key', async () => {
      const old = await getKey(service.url, newEmail())
      const id = randomUUID()
      const first = await rotate(old, { 'idempotency-key': id })
      expect((await rotate(old, { 'idempotency-key': `"${id}"` })).text).toBe(first.text)
    })

    test('the old key with another Idempotency-Key, or without one, is refused', async () => {
      const old = await getKey(service.url, newEmail())
      await rotate(old, { 'idempotency-key': randomUUID() })
      expect((await rotate(old, { 'idempotency-key': randomUUID() })).status).toBe(401)
      expect((await rotate(old)).status).toBe(401)
    })

    test('a key two rotations old cannot fetch an answer that was not its own', async () => {
      const oldest = await getKey(service.url, newEmail())
      const { body } = await rotate(oldest)
      const headers = { 'idempotency-key': randomUUID() }
      await rotate(String(body.api_key), headers)
      expect((await rotate(oldest, headers)).status).toBe(401)
    })

    test('the old key cannot use up the budget of its operator', async () => {
      const limited = await serviceForThisTest({
        env: { RATE_LIMITS: 'operator=5/60,bad_keys=1000/60' },
        work: false,
      })
      const old = await getKey(limited.url, newEmail())
      const path = `${limited.url}/api/agent/key/rotate`
      const { body } = await call(path, { method: 'POST', key: old })
      for (let made = 0; made < 10; made++) {
        const headers = { 'idempotency-key': randomUUID() }
        expect((await call(path, { method: 'POST', key: old, headers })).status).toBe(401)
      }
      expect((await call(path, { method: 'POST', key: String(body.api_key) })).status).toBe(200)
    })

    test('another payload under the same key is 422', async () => {
      const old = await getKey(service.url, newEmail())
      const headers = { 'idempotency-key': randomUUID() }
      const { body } = await rotate(old, headers)
      const refused = await rotate(String(body.api_key), headers, { other: true })
      expect(refused).toMatchObject({ status: 422, body: { error: 'idempotency_conflict' } })
    })

    test('no other credential of the operator gets the answer, and none of them is rotated away', async () => {
      const email = newEmail()
      const old = await getKey(service.url, email)
      const further = await furtherKey(service, email)
      const headers = { 'idempotency-key': 'guessed' }
      const { body } = await rotate(old, headers)
      for (const key of [further, String(body.api_key)]) {
        const refused = await rotate(key, headers)
        expect(refused).toMatchObject({ status: 422, body: { error: 'idempotency_conflict' } })
        expect(refused.text).not.toContain(body.api_key)
        expect((await calculate(service, key)).status).toBe(200)
      }
      expect(service.log.some(line => line.includes('replay_refused'))).toBe(true)
    })

    test('the same Idempotency-Key of another operator is another key', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const answers = [
        await rotate(await getKey(service.url, newEmail()), headers),
        await rotate(await getKey(service.url, newEmail()), headers),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body.operator_uid).not.toBe(answers[1]?.body.operator_uid)
    })

    test('a refusal is not stored: the same key works once the request is right', async () => {
      const key = await getKey(service.url, newEmail())
      const headers = { 'idempotency-key': randomUUID() }
      expect((await rotate(key, headers, { wrong: 1 })).status).toBe(400)
      expect((await rotate(key, headers)).status).toBe(200)
    })

    test.each([['é'], ['a b'], ['x'.repeat(256)], ['']])('refuses %j as a key with 400', async id => {
      const key = await getKey(service.url, newEmail())
      const answer = await rotate(key, { 'idempotency-key': id })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toMatchObject([{ path: 'Idempotency-Key' }])
    })

    test('stored answers cannot be read from the database', async () => {
      const old = await getKey(service.url, newEmail())
      const { body } = await rotate(old, { 'idempotency-key': randomUUID() })
      const rows = await query<{ body: Buffer }>(service.databaseUrl, 'select body from replays')
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.every(row => !row.body.includes(String(body.api_key)))).toBe(true)
    })
  })
})

test('a replay is good just before 24 hours have passed, and a fresh rotation after', async () => {
  service.stopClock()
  const old = await getKey(service.url, newEmail())
  const headers = { 'idempotency-key': randomUUID() }
  const rotate = (key: string) =>
    call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key, headers })
  const first = await rotate(old)
  const current = String(first.body.api_key)
  service.pass(DAY - 10 * SECOND)
  expect((await rotate(old)).text).toBe(first.text)
  expect((await rotate(current)).status).toBe(422)
  service.pass(11 * SECOND)
  expect((await rotate(old)).status).toBe(401)
  const fresh = await rotate(current)
  expect(fresh.status).toBe(200)
  expect(fresh.body.api_key).not.toBe(current)
})

test('a key works for a year, then is key_expired; emails come 30 and 7 days before, once each', async () => {
  const { keyExpiryNotices } = await import('../../../src/doors/key/expiry-job.ts')
  const email = newEmail()
  const key = await getKey(service.url, email)
  const notices = async () => {
    for (let run = 0; run < 2; run++)
      await keyExpiryNotices.run(
        service.app,
        {},
        {
          attempt: 1,
          lastAttempt: false,
          signal: new AbortController().signal,
        },
      )
    const emails = await mailbox(service.url, email)
    return emails.filter(({ subject }) => subject.includes('expires')).map(({ subject }) => subject)
  }
  service.pass(330 * DAY)
  expect(await notices()).toEqual([])
  service.pass(6 * DAY)
  expect(await notices()).toEqual(['Your operator key expires in 29 days'])
  service.pass(23 * DAY)
  expect(await notices()).toHaveLength(2)
  service.pass(7 * DAY)
  expect(await notices()).toHaveLength(2)
  const answer = await call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key })
  expect(answer).toMatchObject({ status: 401, body: { error: 'key_expired' } })
})
