import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, SECOND } from '../../../src/platform/lib/clock.ts'
import { purge } from '../../../src/purge-job.ts'
import { query } from '../../support/database/database.ts'
import { register } from '../../support/people/agent-identity.ts'
import { call, newEmail } from '../../support/people/client.ts'
import {
  type Code,
  calculate,
  newCode,
  newPkce,
  newTokens,
  REDIRECT_URI,
  redeemCode,
  refresh,
  registerClient,
  sendForm,
} from '../../support/people/oauth.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

describe('a code', () => {
  test('of 50 parallel redemptions one succeeds, and what it got is worth nothing', async () => {
    const code = await newCode(service)
    const atOnce = (given: Code) =>
      Promise.all(Array.from({ length: 50 }, () => onceNotBusy(() => redeemCode(service, given))))
    // With connections open already they truly come at once.
    await atOnce({ ...code, code: 'nothing' })
    const answers = await atOnce(code)
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await calculate(service, String(won[0]?.body.access_token))).status).toBe(401)
    const { refresh_token } = won[0]?.body ?? {}
    expect((await refresh(service, String(refresh_token), code.clientId)).body.error).toBe('invalid_grant')
  })

  test('that is replayed is refused, and ends what it was traded for', async () => {
    const code = await newCode(service)
    const { body } = await redeemCode(service, code)
    expect((await calculate(service, String(body.access_token))).status).toBe(200)
    expect((await redeemCode(service, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await calculate(service, String(body.access_token))).status).toBe(401)
    expect((await refresh(service, String(body.refresh_token), code.clientId)).status).toBe(400)
  })

  test.each([
    ['another verifier', { code_verifier: newPkce().verifier }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:49153/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('with %s is refused', async (_what, change, error) => {
    const code = await newCode(service)
    const answer = await redeemCode(service, code, change)
    expect(answer).toMatchObject({ status: 400, body: { error } })
    expect(String(answer.body.error_description).length).toBeGreaterThan(20)
  })

  test('is good for its own client only', async () => {
    const code = await newCode(service)
    const other = await registerClient(service)
    expect((await redeemCode(service, code, { client_id: other })).body.error).toBe('invalid_grant')
    expect((await redeemCode(service, code, { client_id: 'nobody' })).status).toBe(401)
  })

  test('is good for 60 seconds', async () => {
    service.stopClock()
    const [good, late] = [await newCode(service), await newCode(service)]
    service.pass(57 * SECOND)
    expect((await redeemCode(service, good)).status).toBe(200)
    service.pass(4 * SECOND)
    expect((await redeemCode(service, late)).body.error).toBe('invalid_grant')
  })
})

describe('a refresh token', () => {
  test('used twice ends the whole family, at once', async () => {
    const first = await newTokens(service)
    const second = (await refresh(service, first.refresh, first.clientId)).body
    expect((await calculate(service, String(second.access_token))).status).toBe(200)
    expect((await refresh(service, first.refresh, first.clientId)).body.error).toBe('invalid_grant')
    expect((await calculate(service, String(second.access_token))).status).toBe(401)
    expect((await refresh(service, String(second.refresh_token), first.clientId)).body.error).toBe(
      'invalid_grant',
    )
  })

  test('of two racing uses at most one gets something that lasts', async () => {
    const { refresh: token, clientId } = await newTokens(service)
    const atOnce = (given: string) =>
      Promise.all(Array.from({ length: 10 }, () => onceNotBusy(() => refresh(service, given, clientId))))
    await atOnce('nothing')
    const answers = await atOnce(token)
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect((await calculate(service, String(won[0]?.body.access_token))).status).toBe(401)
  })

  test('is good for 30 days after it was issued; the one of each refresh anew', async () => {
    const [used, left] = [await newTokens(service), await newTokens(service)]
    service.pass(29 * DAY)
    const next = (await refresh(service, used.refresh, used.clientId)).body
    service.pass(2 * DAY)
    expect((await refresh(service, left.refresh, left.clientId)).body.error).toBe('invalid_grant')
    expect((await refresh(service, String(next.refresh_token), used.clientId)).status).toBe(200)
  })

  test('can narrow its scope and never widen it', async () => {
    const { refresh: token, clientId } = await newTokens(service, { scope: 'calculators umbrella' })
    const narrow = (await refresh(service, token, clientId, { scope: 'umbrella' })).body
    expect(narrow.scope).toBe('umbrella')
    expect((await calculate(service, String(narrow.access_token))).status).toBe(403)
    const wide = await refresh(service, String(narrow.refresh_token), clientId, { scope: 'homeowners' })
    expect(wide.body.error).toBe('invalid_scope')
  })
})

describe('an access token', () => {
  test('is good for an hour', async () => {
    service.stopClock()
    const { access } = await newTokens(service)
    service.pass(HOUR - 10 * SECOND)
    expect((await calculate(service, access)).status).toBe(200)
    service.pass(11 * SECOND)
    const late = await calculate(service, access)
    expect(late).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect(late.body.message).toContain('expired')
  })

  test('a refresh token can be ended by its holder, and all that came from it', async () => {
    const { refresh: token, access, clientId } = await newTokens(service)
    expect((await sendForm(`${service.url}/oauth2/revoke`, { token })).status).toBe(200)
    expect((await calculate(service, access)).status).toBe(401)
    expect((await refresh(service, token, clientId)).body.error).toBe('invalid_grant')
  })

  test('revoked by its client is dead; by another client it is not', async () => {
    const { access, clientId } = await newTokens(service)
    const revoke = (client_id: string) =>
      sendForm(`${service.url}/oauth2/revoke`, { token: access, client_id })
    expect((await revoke(await registerClient(service))).status).toBe(200)
    expect((await calculate(service, access)).status).toBe(200)
    expect((await revoke(clientId)).status).toBe(200)
    expect((await calculate(service, access)).status).toBe(401)
  })

  test('nothing that opens a door is in the database as it is', async () => {
    const code = await newCode(service)
    const { body } = await redeemCode(service, code)
    const rows = await query<{ text: string }>(
      service.databaseUrl,
      'select row_to_json(o)::text as text from oauth_objects o union all select row_to_json(a)::text from access_tokens a',
    )
    const stored = rows.map(({ text }) => text).join('\n')
    expect(stored.length).toBeGreaterThan(1000)
    for (const secret of [code.code, body.access_token, body.refresh_token]) {
      expect(stored).not.toContain(String(secret))
      expect(stored).not.toContain(Buffer.from(String(secret)).toString('hex'))
    }
  })
})

describe('under /oauth2', () => {
  test.each([
    ['GET', '/oauth2/token', 405, 'POST, OPTIONS'],
    ['POST', '/oauth2/authorize', 405, 'GET'],
    ['GET', '/oauth2/nothing', 404, null],
  ])('%s %s is %i in the form of the protocol', async (method, path, status, allow) => {
    const answer = await call(`${service.url}${path}`, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.body).toEqual({ error: 'invalid_request', error_description: expect.any(String) })
  })

  test.each([
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ assertion: 'eyJ' }, 'invalid_request'],
  ])(
    'a grant that is not supported, sent without a client, is told which ones are: %j',
    async (sent, error) => {
      const { status, body } = await sendForm(`${service.url}/oauth2/token`, sent)
      expect([status, body.error]).toEqual([400, error])
      expect(body.error_description).toContain(
        'grant_type must be one of authorization_code, refresh_token, ',
      )
    },
  )

  test('a body that is too large, or no JSON, is refused in the form of the protocol', async () => {
    const large = await call(`${service.url}/oauth2/register`, { body: { client_name: 'x'.repeat(60_000) } })
    expect(large).toMatchObject({ status: 413, body: { error: 'invalid_request' } })
    const broken = await call(`${service.url}/oauth2/register`, {
      body: '{"client_name": "a", "client_name": "b"}',
    })
    expect(broken).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('60 calls a minute from one address, with the headers that say so', async () => {
    const limited = await serviceForThisTest({ work: false })
    const answers = []
    for (let at = 0; at < 61; at++)
      answers.push(await sendForm(`${limited.url}/oauth2/revoke`, { token: 'x' }))
    expect(answers[59]?.status).toBe(200)
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('60;w=60')
    expect(answers[60]).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(Number(answers[60]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    // The agents' calls spend the same budget.
    const agent = await call(`${limited.url}/agent/auth/revoke`, { body: { credential: 'x' } })
    expect(agent.status).toBe(429)
  })

  test.each([
    ['an address without https', { redirect_uris: ['http://app.example/cb'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['no address', { redirect_uris: [] }],
    ['another grant', { grant_types: ['client_credentials'] }],
    ['an address that we would have to fetch', { sector_identifier_uri: 'https://169.254.169.254/' }],
  ])('a client with %s is not registered', async (_what, metadata) => {
    const answer = await call(`${service.url}/oauth2/register`, {
      body: { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none', ...metadata },
    })
    expect(answer.status).toBe(400)
    expect(String(answer.body.error)).toMatch(/^invalid_(client_metadata|redirect_uri)$/)
  })
})

test('what has ended is forgotten: tokens a day later, clients that nobody let in after 90 days', async () => {
  const aged = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const { clientId } = await newTokens(aged)
  const idle = await registerClient(aged)
  await register(aged, newEmail())
  const kinds = async () =>
    (
      await query<{ kind: string }>(
        aged.databaseUrl,
        "select kind from oauth_objects union all select 'AccessToken' from access_tokens union all select 'Agent' from agent_registrations order by 1",
      )
    ).map(({ kind }) => kind)
  const kept = ['AccessToken', 'Agent', 'AuthorizationCode', 'Client', 'Client', 'Grant', 'RefreshToken']
  await runJob(aged, purge)
  expect(await kinds()).toEqual(kept)
  aged.pass(2 * DAY)
  await runJob(aged, purge)
  expect(await kinds()).toEqual(['Client', 'Client', 'Grant', 'RefreshToken'])
  aged.pass(90 * DAY)
  await runJob(aged, purge)
  expect(await kinds()).toEqual(['Client', 'Grant'])
  const known = async (client_id: string) => (await refresh(aged, 'x', client_id)).status
  expect([await known(clientId), await known(idle)]).toEqual([400, 401])
})
