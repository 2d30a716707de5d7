import {
  OAuthMetadataSchema,
  OAuthProtectedResourceMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privateJwk, rotateSigningKeys } from '../../../src/platform/key/signing-key.ts'
import { listSigningKeys } from '../../../src/platform/key/signing-store.ts'
import { HOUR, MINUTE } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { claimed } from '../../support/people/agent-identity.ts'
import { call, latestCode, newEmail } from '../../support/people/client.ts'
import { decideByForms, newPkce, sendForm } from '../../support/people/oauth.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPES = ['calculators', 'umbrella', 'homeowners']

const agentAuth = (url: string) => ({
  skill: `${url}/auth.md`,
  identity_endpoint: `${url}/agent/identity`,
  claim_endpoint: `${url}/agent/identity/claim`,
  identity_types_supported: ['service_auth', 'identity_assertion'],
  identity_assertion: {
    assertion_types_supported: ['urn:ietf:params:oauth:token-type:id-jag', 'verified_email'],
    credential_types_supported: ['access_token', 'api_key'],
    issuers_supported: [],
  },
  register_uri: `${url}/agent/auth`,
  claim_uri: `${url}/agent/auth/claim`,
  revocation_uri: `${url}/agent/auth/revoke`,
})

describe('the metadata', () => {
  test('of the authorization server is RFC 8414, field by field', async () => {
    const { url } = service
    const { body, headers } = await call(`${url}/.well-known/oauth-authorization-server`)
    expect(body).toEqual({
      issuer: url,
      authorization_endpoint: `${url}/oauth2/authorize`,
      token_endpoint: `${url}/oauth2/token`,
      revocation_endpoint: `${url}/oauth2/revoke`,
      registration_endpoint: `${url}/oauth2/register`,
      jwks_uri: `${url}/.well-known/jwks.json`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        JWT_BEARER,
        'urn:workos:agent-auth:grant-type:claim',
      ],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${url}/docs`,
      agent_auth: agentAuth(url),
    })
    expect(OAuthMetadataSchema.safeParse(body).success).toBe(true)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['', 'Bindery, the operator API'],
    ['/api/agent/mcp', 'Bindery, the operator MCP server'],
  ])('of the resource PUBLIC_URL%s is RFC 9728, field by field', async (path, name) => {
    const { url } = service
    const { body } = await call(`${url}/.well-known/oauth-protected-resource${path}`)
    expect(body).toEqual({
      resource: `${url}${path}`,
      resource_name: name,
      authorization_servers: [url],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: `${url}/docs`,
      agent_auth: agentAuth(url),
    })
    expect(OAuthProtectedResourceMetadataSchema.safeParse(body).success).toBe(true)
  })

  test('comes from PUBLIC_URL, whatever Host says', async () => {
    for (const path of ['oauth-authorization-server', 'oauth-protected-resource']) {
      const answer = await call(`${service.url}/.well-known/${path}`, {
        headers: { 'x-forwarded-host': 'evil.example' },
      })
      expect(answer.text).not.toContain('evil')
    }
  })

  test('each address that it names answers', async () => {
    const { body } = await call(`${service.url}/.well-known/oauth-authorization-server`)
    const addresses = JSON.stringify(body).match(/http:\/\/127[^"]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(10)
    for (const address of new Set(addresses)) expect.soft((await call(address)).status, address).not.toBe(404)
  })

  test('is where a refusal of the API points', async () => {
    const { headers } = await call(`${service.url}/api/agent/calculators/umbrella`, { body: {} })
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
    expect((await call(url)).body.resource).toBe(service.url)
  })
})

describe('the signing keys', () => {
  const jwks = async () =>
    (await call(`${service.url}/.well-known/jwks.json`)).body as unknown as JSONWebKeySet

  test('are published without their private part, and verify an assertion', async () => {
    const { identity_assertion } = (await claimed(service)).body
    const published = await jwks()
    expect(published.keys).toHaveLength(1)
    expect(Object.keys(published.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const { payload, protectedHeader } = await jwtVerify(
      String(identity_assertion),
      createLocalJWKSet(published),
      { issuer: service.url, audience: service.url, typ: 'oauth-id-jag+jwt' },
    )
    expect(protectedHeader.alg).toBe('ES256')
    expect(payload.sub).toMatch(/^reg_/)
    expect(JSON.stringify(payload)).not.toContain('@')
  })

  test('are sealed at rest', async () => {
    await jwks()
    const rows = await query<{ private_jwk: Buffer }>(
      service.databaseUrl,
      'select private_jwk from signing_keys',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { private_jwk } of rows) expect(private_jwk.toString('latin1')).not.toContain('"d"')
  })

  test('rotate: the new one signs, the old one stays published for what it signed, without its private half', async () => {
    const before = (await claimed(service)).body
    const trade = (assertion: unknown) =>
      sendForm(`${service.url}/oauth2/token`, { grant_type: JWT_BEARER, assertion: String(assertion) })
    const kid = await rotateSigningKeys(service.app)
    expect((await jwks()).keys.map(key => key.kid)).toEqual([kid, expect.any(String)])
    const after = (await claimed(service)).body
    expect((await trade(before.identity_assertion)).status).toBe(200)
    expect((await trade(after.identity_assertion)).status).toBe(200)
    service.pass(HOUR + MINUTE)
    expect((await jwks()).keys.map(key => key.kid)).toEqual([kid, expect.any(String)])
    const rows = await listSigningKeys(service.app.db)
    expect(rows.map(row => 'd' in privateJwk(service.app, row))).toEqual([true, false])
    expect((await trade(before.identity_assertion)).body.error).toBe('invalid_grant')
  })

  test('two processes that need the first one at once make one', async () => {
    await query(service.databaseUrl, 'delete from signing_keys')
    const answers = await Promise.all(Array.from({ length: 8 }, jwks))
    expect(new Set(answers.map(({ keys }) => keys.map(({ kid }) => kid).join())).size).toBe(1)
    expect(await query(service.databaseUrl, 'select from signing_keys')).toHaveLength(1)
  })
})

describe('/auth.md', () => {
  type Example = { url: string; headers: Record<string, string>; body: string }

  /** The calls that it shows, in its own order. */
  const examples = async (): Promise<Example[]> => {
    const { text, headers } = await call(`${service.url}/auth.md`)
    expect(headers.get('content-type')).toContain('text/markdown')
    return [...text.matchAll(/```http\nPOST (\S+)\n([\s\S]*?)\n\n([\s\S]*?)\n```/g)].map(
      ([, url = '', head = '', body = '']) => ({
        url,
        headers: Object.fromEntries(head.split('\n').map(line => line.split(': '))),
        body,
      }),
    )
  }

  const run = ({ url, headers, body }: Example, filled: Record<string, unknown>) => {
    const text = Object.entries(filled).reduce(
      (made, [placeholder, value]) => made.replace(placeholder, String(value)),
      body,
    )
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        value.replace('ACCESS_TOKEN', String(filled.ACCESS_TOKEN)),
      ]),
    )
    return call(url, { method: 'POST', body: text, headers: given })
  }

  test('an agent that has read nothing else follows it to a working call', async () => {
    const shown = await examples()
    const at = (path: string, part = '') =>
      shown.find(({ url, body }) => url === `${service.url}${path}` && body.includes(part)) as Example
    const email = newEmail()
    const registered = await run(at('/agent/identity', 'service_auth'), { 'ops@example.com': email })
    const claim_token = registered.body.claim_token
    const waiting = await run(at('/oauth2/token', 'grant-type:claim'), { 'clm_…': claim_token })
    expect(waiting.body.error).toBe('authorization_pending')
    const otp = await latestCode(service.url, email)
    const claim = await run(at('/agent/identity/claim'), { 'clm_…': claim_token, 482913: otp })
    const traded = await run(at('/oauth2/token', 'jwt-bearer'), { 'eyJ…': claim.body.identity_assertion })
    const ACCESS_TOKEN = traded.body.access_token
    const answer = await run(at('/api/agent/calculators/umbrella'), { ACCESS_TOKEN })
    expect(answer.status).toBe(200)
  })

  test('an app that has read nothing else registers, is allowed, and refreshes', async () => {
    const shown = await examples()
    const at = (path: string, part = '') =>
      shown.find(({ url, body }) => url === `${service.url}${path}` && body.includes(part)) as Example
    const CLIENT_ID = (await run(at('/oauth2/register'), {})).body.client_id
    const { verifier: VERIFIER, challenge } = newPkce()
    const [asked = ''] = /http\S+authorize\?\S+/.exec((await call(`${service.url}/auth.md`)).text) ?? []
    const filled = asked.replace('CLIENT_ID', String(CLIENT_ID)).replace('=CODE_CHALLENGE&', `=${challenge}&`)
    const back = await decideByForms(service, filled)
    expect(back.searchParams.get('state')).toBe('STATE')
    const CODE = `code=${back.searchParams.get('code')}`
    const traded = await run(at('/oauth2/token', 'grant_type=authorization_code'), {
      CLIENT_ID,
      'code=CODE': CODE,
      VERIFIER,
    })
    expect(traded).toMatchObject({ status: 200, body: { scope: 'calculators umbrella' } })
    const next = await run(at('/oauth2/token', 'grant_type=refresh_token'), {
      CLIENT_ID,
      REFRESH_TOKEN: traded.body.refresh_token,
    })
    expect(next).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
  })

  test('each address that it names answers', async () => {
    const { text } = await call(`${service.url}/auth.md`)
    const addresses = text.match(/http:\/\/127[^\s"`)}]+/g) ?? []
    for (const address of new Set(addresses.map(found => found.replace(/[.,;]+$/, ''))))
      if (!address.endsWith('/api/consumer')) expect.soft((await call(address)).status, address).not.toBe(404)
  })
})
