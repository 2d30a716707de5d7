import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGrants, revokeGrant } from '../../../src/doors/oauth/provider/grants.ts'
import { grantsOf } from '../../../src/doors/oauth/tokens/store.ts'
import { HOUR } from '../../../src/platform/lib/clock.ts'
import { rows } from '../../../src/routes.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, latestCode, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import {
  authorizeUrl,
  calculate,
  newPkce,
  newTokens,
  REDIRECT_URI,
  refresh,
  registerClient,
  type Tokens,
} from '../../support/people/oauth.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SCOPES = ['calculators', 'umbrella', 'homeowners']
const TABLES = ['intakes', 'audit_entries', 'consents', 'emails', 'property_rows', 'replays', 'credentials']

let service: TestService
let owner: string
let uid: string
const held: Record<string, Tokens> = {}
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  held.expired = await newTokens(service)
  service.pass(HOUR)
  owner = newEmail()
  const key = await getKey(service.url, owner)
  uid = String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
  const clientId = await registerClient(service)
  for (const scope of SCOPES) held[scope] = await newTokens(service, { scope, clientId })
  held.own = await newTokens(service, { scope: 'homeowners', email: owner, clientId })
  held.revoked = await newTokens(service, { clientId })
  await call(`${service.url}/agent/auth/revoke`, { body: { credential: held.revoked.access } })
})
afterAll(() => service.stop())

const counts = (): Promise<unknown> =>
  query(
    service.databaseUrl,
    `select ${TABLES.map(table => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  )

const send = (method: string, path: string, token: string) =>
  call(`${service.url}${path}${method === 'GET' ? `?uid=${uid}` : ''}`, {
    method,
    key: token,
    ...(method === 'POST' && { body: path.endsWith('/session') ? '' : { uid } }),
  })

const guarded = rows
  .filter(({ guard }) => guard.tokens && !guard.scopes)
  .map(({ method, path, tag }) => ({ method, path, tag }))

test('every guarded operation that takes tokens has one of the scopes as its tag, or names those that let it in', () => {
  expect(guarded.length).toBeGreaterThan(8)
  for (const { tag } of guarded) expect(SCOPES).toContain(tag)
  const named = rows.flatMap(({ guard }) => guard.scopes ?? [])
  expect([...new Set(named)].toSorted()).toEqual(SCOPES.toSorted())
})

const lacking = guarded.flatMap(row =>
  SCOPES.filter(scope => scope !== row.tag).map(scope => ({ ...row, scope })),
)

test.each(lacking)(
  '$method $path with a token for $scope is 403 insufficient_scope, says what it needs and what is left of its own budget, and changes nothing',
  async ({ method, path, tag, scope }) => {
    const before = await counts()
    const answer = await send(method, path, held[scope]?.access ?? '')
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${tag}", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
    )
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^\d{3};w=60$/)
    expect(await counts()).toEqual(before)
  },
)

test.each(guarded)('$method $path with a token for its scope is let in', async ({ method, path, tag }) => {
  const { status } = await send(method, path, held[tag]?.access ?? '')
  expect([401, 403]).not.toContain(status)
})

test.each(
  guarded.flatMap(({ method, path }) => ['expired', 'revoked'].map(name => ({ method, path, name }))),
)('$method $path with a token that is $name is 401', async ({ method, path, name }) => {
  const answer = await send(method, path, held[name]?.access ?? '')
  expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=')
  expect(answer.text).not.toContain(uid)
})

test('a token acts for its operator: it finds what the key made, and nothing of others', async () => {
  const found = await quotesCall(service.url, held.own?.access ?? '', { uid })
  expect(found).toMatchObject({ status: 200, body: { uid } })
  const foreign = await quotesCall(service.url, held.homeowners?.access ?? '', { uid })
  const unknown = await quotesCall(service.url, held.homeowners?.access ?? '', {
    uid: `${uid.slice(0, -1)}0`,
  })
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
})

test('a stored answer is for the grant that asked: its next token gets it, the key and other grants do not', async () => {
  const email = newEmail()
  const key = await getKey(service.url, email)
  const tokens = await newTokens(service, { email })
  const headers = { 'idempotency-key': 'link-1' }
  const session = (credential: string) =>
    call(`${service.url}/api/agent/homeowners/dashboard/session`, { key: credential, body: {}, headers })
  const first = await session(tokens.access)
  expect(first.status).toBe(200)
  const next = await refresh(service, tokens.refresh, tokens.clientId)
  expect((await session(String(next.body.access_token))).text).toBe(first.text)
  for (const other of [key, (await newTokens(service, { email })).access])
    expect((await session(other)).body.error).toBe('idempotency_conflict')
})

test.each([
  ['/api/agent/sandbox/clock', { advance_hours: 1 }],
  ['/api/agent/policies/requests', { kind: 'documents', details: 'A copy.' }],
])('%s, where the uid decides which scope is needed, names that scope', async (path, asked) => {
  const answer = await call(service.url + path, {
    key: held.umbrella?.access ?? '',
    body: { uid, ...asked },
  })
  expect(answer.status).toBe(403)
  expect(answer.body.message).toContain('missing the scope homeowners.')
  expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="homeowners"')
})

test('a client that registered for one scope gets that one, and cannot ask for more', async () => {
  const metadata = {
    client_name: 'Narrow',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
  }
  const registered = await call(`${service.url}/oauth2/register`, {
    body: { ...metadata, scope: 'calculators' },
  })
  expect(registered.body).toMatchObject({ scope: 'calculators' })
  const clientId = String(registered.body.client_id)
  const { access } = await newTokens(service, { clientId })
  expect((await calculate(service, access)).status).toBe(200)
  expect((await quotesCall(service.url, access, { uid })).body.error).toBe('insufficient_scope')
  const asked = authorizeUrl(service, {
    client_id: clientId,
    code_challenge: newPkce().challenge,
    scope: 'calculators homeowners',
  })
  expect((await call(asked, { redirect: 'manual' })).headers.get('location')).toContain('error=invalid_scope')
})

test.each([
  ['the name of the service', { client_name: 'Bindery' }, 'invalid_client_metadata'],
  ['a name that reverses the question', { client_name: 'Desk\u202e' }, 'invalid_client_metadata'],
  ['a host with a semicolon', { redirect_uris: ['https://a;b.example/'] }, 'invalid_redirect_uri'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_client_metadata'],
  [
    '46 KB',
    { client_name: 'A', logo_uri: `https://a.example/${'x'.repeat(46_000)}` },
    'invalid_client_metadata',
  ],
])('a client with %s is not registered', async (_name, metadata, error) => {
  const body = { client_name: 'Desk', redirect_uris: [REDIRECT_URI], ...metadata }
  const answer = await call(`${service.url}/oauth2/register`, { body })
  expect([answer.status, answer.body.error]).toEqual([400, error])
})

test('a token cannot replace a key', async () => {
  const { status, body } = await call(`${service.url}/api/agent/key/rotate`, {
    method: 'POST',
    key: held.own?.access ?? '',
  })
  expect([status, body.error]).toEqual([403, 'forbidden'])
})

describe('the list of what an operator has granted', () => {
  const operatorOf = async (email: string): Promise<string> => {
    const [row] = await query<{ operator_uid: string }>(
      service.databaseUrl,
      'select operator_uid from operators where email = $1',
      [email],
    )
    return String(row?.operator_uid)
  }

  test('names the client, where it lives and what it may do, up to a limit; ending one ends its tokens and nobody else’s', async () => {
    const email = newEmail()
    const clientId = await registerClient(service, {
      client_name: 'Night Desk',
      redirect_uris: ['https://desk.example/cb', 'http://127.0.0.1:49152/callback'],
    })
    const first = await newTokens(service, { email, clientId, scope: 'umbrella' })
    const second = await newTokens(service, { email, clientId })
    const operatorUid = await operatorOf(email)
    const { grants } = await listGrants(service.app, operatorUid)
    expect(grants).toMatchObject([
      { kind: 'client', name: 'Night Desk', where: 'desk.example', scopes: SCOPES, last_used_at: null },
      { scopes: ['umbrella'] },
    ])
    const [newer, older] = grants
    expect(await listGrants(service.app, operatorUid, 1)).toEqual({ grants: [newer], hasMore: true })
    expect(await listGrants(service.app, operatorUid, 2)).toEqual({ grants, hasMore: false })
    const read = { operatorUid, now: service.app.clock.now(), limit: 1 }
    expect(await grantsOf(service.app.db, read)).toMatchObject([{ grant_id: newer?.grant_id }])
    expect(await revokeGrant(service.app, await operatorOf(owner), String(older?.grant_id))).toBe(false)
    expect(await revokeGrant(service.app, operatorUid, String(older?.grant_id))).toBe(true)
    expect((await listGrants(service.app, operatorUid)).grants).toHaveLength(1)
    expect((await refresh(service, first.refresh, clientId)).status).toBe(400)
    expect((await calculate(service, second.access)).status).toBe(200)
    const revoked = await call(`${service.url}/api/agent/umbrella/status`, { key: first.access, body: {} })
    expect(revoked.status).toBe(401)
    expect(revoked.body.message).toMatch(/revoked.*POST \/oauth2\/token/)
    expect(revoked.body.message).not.toContain('key/request')
  })

  test('holds the further keys of agents too, and ends them', async () => {
    const email = newEmail()
    const body = {
      type: 'identity_assertion',
      assertion_type: 'verified_email',
      assertion: email,
      requested_credential_type: 'api_key',
    }
    const { claim_token } = (await call(`${service.url}/agent/auth`, { body })).body
    const otp = await latestCode(service.url, email)
    const { credential } = (await call(`${service.url}/agent/auth/claim`, { body: { claim_token, otp } }))
      .body
    const operatorUid = await operatorOf(email)
    const {
      grants: [grant],
    } = await listGrants(service.app, operatorUid)
    expect(grant).toMatchObject({
      kind: 'agent',
      where: `${String(credential).slice(0, 14)}…`,
      scopes: SCOPES,
    })
    expect(await revokeGrant(service.app, operatorUid, String(grant?.grant_id))).toBe(true)
    expect((await calculate(service, String(credential))).status).toBe(401)
    expect(await listGrants(service.app, operatorUid)).toEqual({ grants: [], hasMore: false })
  })

  test('the operator was emailed about each app', async () => {
    const subjects = (await mailbox(service.url, owner)).map(({ subject }) => subject)
    expect(subjects).toContain('Quote Desk can now use your account')
  })
})
