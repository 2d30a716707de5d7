import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { type Assertion, type Issuer, startIssuer } from '../../support/people/id-jag-issuer.ts'
import { calculate, sendForm } from '../../support/people/oauth.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

let service: TestService
let remote: Issuer
let inline: Issuer
let stranger: Issuer
let folder: string
beforeAll(async () => {
  ;[remote, inline, stranger] = await Promise.all([startIssuer(), startIssuer(), startIssuer()])
  folder = await mkdtemp(join(tmpdir(), 'bindery-issuers-'))
  const file = join(folder, 'issuers.json')
  const entries = [
    { issuer: remote.issuer, jwks_uri: remote.jwksUri, client_ids: ['assistant'] },
    { issuer: inline.issuer, jwks: inline.jwks, client_ids: ['assistant', 'helper'] },
  ]
  writeFileSync(file, JSON.stringify(entries))
  service = await startTestService({ env: { RATE_LIMITS: 'off', ID_JAG_ISSUERS: file }, work: false })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all([service.stop(), remote.close(), inline.close(), stranger.close()])
})

const identity = (assertion: string): Promise<Answer> =>
  call(`${service.url}/agent/identity`, {
    body: {
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion,
    },
  })

const trade = (assertion: string, more: Record<string, string> = {}): Promise<Answer> =>
  sendForm(`${service.url}/oauth2/token`, { grant_type: JWT_BEARER, assertion, ...more })

const operatorWith = async (credential: unknown) =>
  (await call(`${service.url}/api/agent/homeowners/dashboard`, { key: String(credential) })).body.operator_uid

describe('an ID-JAG of an issuer that we trust', () => {
  test.each(['remote', 'inline'])(
    'whose keys are %s is traded for our assertion, and that for a working call',
    async kind => {
      const email = newEmail()
      const key = await getKey(service.url, email)
      const issuer = kind === 'remote' ? remote : inline
      const { status, body } = await identity(await issuer.sign(service.url, email))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        registration_type: 'identity_assertion',
        identity_assertion: expect.any(String),
        scopes: ['calculators', 'umbrella', 'homeowners'],
      })
      const { access_token } = (await trade(String(body.identity_assertion))).body
      expect(await operatorWith(access_token)).toBe(await operatorWith(key))
    },
  )

  test('opens the token endpoint directly, for its own client', async () => {
    const good = await trade(await remote.sign(service.url, newEmail()), { client_id: 'assistant' })
    expect(good.status).toBe(200)
    expect((await calculate(service, String(good.body.access_token))).status).toBe(200)
    const other = await trade(await remote.sign(service.url, newEmail()), { client_id: 'helper' })
    expect(other.body.error).toBe('invalid_grant')
  })

  test('limits the agent to the scopes that it names', async () => {
    const assertion = await inline.sign(service.url, newEmail(), { claims: { scope: 'umbrella profile' } })
    const { body } = await trade(assertion)
    expect(body.scope).toBe('umbrella')
    expect((await calculate(service, String(body.access_token))).body.error).toBe('insufficient_scope')
    const wider = await inline.sign(service.url, newEmail(), { claims: { scope: 'umbrella' } })
    expect((await trade(wider, { scope: 'homeowners' })).body.error).toBe('invalid_scope')
    const none = await inline.sign(service.url, newEmail(), { claims: { scope: 'profile' } })
    expect((await trade(none)).body.error).toBe('invalid_scope')
  })

  test('is good once, at either door, also in a race', async () => {
    const first = await inline.sign(service.url, newEmail())
    expect((await identity(first)).status).toBe(200)
    expect((await identity(first)).body).toMatchObject({ error: 'invalid_assertion' })
    expect((await trade(first)).body.error).toBe('invalid_grant')
    const raced = await inline.sign(service.url, newEmail())
    const answers = await Promise.all(Array.from({ length: 10 }, () => onceNotBusy(() => trade(raced))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

const twoAudiences = () => ({ aud: [service.url, 'https://elsewhere.example'] })

const bad: [what: string, given: () => Assertion, words: string][] = [
  ['another typ', () => ({ header: { typ: 'JWT' } }), 'typ'],
  ['a signature that does not fit', () => ({ forged: true }), 'signature'],
  ['an unknown key', () => ({ header: { kid: 'two' } }), 'key'],
  ['another audience', () => ({ claims: { aud: 'https://elsewhere.example' } }), 'aud'],
  ['two audiences', () => ({ claims: twoAudiences() }), 'aud'],
  ['a client that we do not know', () => ({ claims: { client_id: 'nobody' } }), 'client_id'],
  ['a list of clients', () => ({ claims: { client_id: ['assistant'] } }), 'client_id'],
  ['no client', () => ({ claims: { client_id: undefined } }), 'client_id'],
  ['its time over', () => ({ issuedIn: -600, expiresIn: -300 }), 'expired'],
  ['too great an age', () => ({ issuedIn: -7200 }), 'expired'],
  ['a birth in the future', () => ({ issuedIn: 600, expiresIn: 900 }), 'iat'],
  [
    'a start in the future',
    () => ({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    'not valid yet',
  ],
  ['no end', () => ({ claims: { exp: undefined } }), 'exp'],
  ['no birth', () => ({ claims: { iat: undefined } }), 'iat'],
  ['no jti', () => ({ claims: { jti: undefined } }), 'jti'],
  ['no subject', () => ({ claims: { sub: undefined } }), 'sub'],
  ['an address that nobody verified', () => ({ claims: { email_verified: false } }), 'email'],
  ['a list of addresses', () => ({ claims: { email: [newEmail()] } }), 'email'],
  ['no address', () => ({ claims: { email: undefined } }), 'email'],
]

test.each(bad)('an ID-JAG with %s is refused, and the answer says why', async (_what, given, words) => {
  const [{ count: before } = { count: 0 }] = await query<{ count: number }>(
    service.databaseUrl,
    'select count(*)::int from operators',
  )
  const atIdentity = await identity(await inline.sign(service.url, newEmail(), given()))
  expect(atIdentity).toMatchObject({ status: 400, body: { error: 'invalid_assertion' } })
  expect(atIdentity.body.message).toContain(words)
  const atToken = await trade(await inline.sign(service.url, newEmail(), given()))
  expect(atToken).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(atToken.body.error_description).toContain(words)
  const rows = await query<{ count: number }>(service.databaseUrl, 'select count(*)::int from operators')
  expect(rows[0]?.count).toBe(before)
})

test('an ID-JAG of an issuer that we do not know, or that names one it is not, is refused', async () => {
  const foreign = await stranger.sign(service.url, newEmail())
  expect((await identity(foreign)).body.message).toContain('its issuer is not trusted here')
  const pretended = await stranger.sign(service.url, newEmail(), { claims: { iss: inline.issuer } })
  expect((await trade(pretended)).body.error_description).toContain('signature')
  const asOurselves = await stranger.sign(service.url, newEmail(), { claims: { iss: service.url } })
  expect((await trade(asOurselves)).body.error).toBe('invalid_grant')
  expect((await identity(asOurselves)).body.error).toBe('invalid_assertion')
})
