import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../support/database/database.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import {
  authorizeUrl,
  calculate,
  decideByForms,
  newCode,
  newPkce,
  REDIRECT_URI,
  redeemCode,
  registerClient,
  signInByForms,
} from '../../support/people/oauth.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const insecure = { [oauth.allowInsecureRequests]: true }

const discovered = async () => {
  const issuer = new URL(service.url)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, answer)
}

/** Where a request that cannot be granted sends the client, without anybody being asked. */
const refusedWith = async (params: Record<string, string>): Promise<URLSearchParams> => {
  const { location } = await newVisitor(service.url).open(authorizeUrl(service, params))
  const { search, hash } = new URL(String(location))
  return new URLSearchParams(search || hash.slice(1))
}

describe('oauth4webapi, a client that knows nothing of us,', () => {
  test('discovers, registers, gets a code with PKCE, refreshes with rotation and revokes', async () => {
    const server = await discovered()
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: 'Quote Desk', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' },
        insecure,
      ),
    )
    const verifier = oauth.generateRandomCodeVerifier()
    const url = authorizeUrl(service, {
      client_id: client.client_id,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      scope: 'calculators homeowners',
      resource: service.url,
    })
    const back = await decideByForms(service, url)
    // Checks state and iss.
    const params = oauth.validateAuthResponse(server, client, back, 'a-state')
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        params,
        REDIRECT_URI,
        verifier,
        insecure,
      ),
    )
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'calculators homeowners' })
    expect((await calculate(service, tokens.access_token)).status).toBe(200)
    const next = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        String(tokens.refresh_token),
        insecure,
      ),
    )
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await calculate(service, next.access_token)).status).toBe(200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), String(next.refresh_token), insecure),
    )
    for (const token of [tokens, next])
      expect((await calculate(service, token.access_token)).status).toBe(401)
  })

  test('registers with a secret and authenticates with it', async () => {
    const server = await discovered()
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { redirect_uris: ['https://app.example/cb'], token_endpoint_auth_method: 'client_secret_basic' },
        insecure,
      ),
    )
    const { verifier, challenge } = newPkce()
    const redirect_uri = 'https://app.example/cb'
    const back = await decideByForms(
      service,
      authorizeUrl(service, { client_id: client.client_id, code_challenge: challenge, redirect_uri }),
    )
    const params = oauth.validateAuthResponse(server, client, back, 'a-state')
    const redeem = (secret: string) =>
      oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(secret),
        params,
        redirect_uri,
        verifier,
        insecure,
      )
    expect((await redeem('not the secret')).status).toBe(401)
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await redeem(String(client.client_secret)),
    )
    expect((await calculate(service, tokens.access_token)).status).toBe(200)
  })
})

describe('an authorization', () => {
  let clientId: string
  const code_challenge = newPkce().challenge
  beforeAll(async () => {
    clientId = await registerClient(service)
  })

  test.each([
    ['PKCE by the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['an unknown scope', { scope: 'calculators everything' }, 'invalid_scope'],
    ['an identity', { scope: 'openid' }, 'invalid_scope'],
    ['an answer by form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
  ])('with %s is refused, and the client is told, with iss', async (_what, change, error) => {
    const told = await refusedWith({ client_id: clientId, code_challenge, ...change })
    expect(told.get('error')).toBe(error)
    expect(told.get('iss')).toBe(service.url)
    expect(told.get('state')).toBe('a-state')
  })

  test.each([
    ['another address', 'https://evil.example/callback'],
    ['another path', 'http://127.0.0.1:49152/callback/more'],
    ['another query', `${REDIRECT_URI}?x=1`],
    ['another host of the same machine', 'http://localhost:49152/callback'],
  ])('that wants its answer at %s is told to the person, on a page', async (_what, redirect_uri) => {
    const { status, location, text, headers } = await newVisitor(service.url).open(
      authorizeUrl(service, { client_id: clientId, code_challenge, redirect_uri }),
    )
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('We couldn’t connect this app')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.* script-src 'nonce-[\w-]{22}'/,
    )
  })

  test('may come back to another port of the loopback address', async () => {
    const redirect_uri = 'http://127.0.0.1:50001/callback'
    const back = await decideByForms(
      service,
      authorizeUrl(service, { client_id: clientId, code_challenge, redirect_uri }),
    )
    expect(back.href).toContain(`${redirect_uri}?code=`)
  })

  test('that is denied tells the client so', async () => {
    const back = await decideByForms(
      service,
      authorizeUrl(service, { client_id: clientId, code_challenge }),
      {
        decision: 'deny',
      },
    )
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
  })

  test('without a scope asks for all, and may say offline_access', async () => {
    const code = await newCode(service)
    expect((await redeemCode(service, code)).body.scope).toBe('calculators umbrella homeowners')
    const narrow = await newCode(service, { scope: 'umbrella offline_access' })
    expect((await redeemCode(service, narrow)).body.scope).toBe('umbrella')
  })

  test.each(['', '/', '/api/agent/mcp'])('for the resource PUBLIC_URL%s is granted', async path => {
    const code = await newCode(service, { resource: `${service.url}${path}` })
    expect((await redeemCode(service, code)).status).toBe(200)
  })
})

describe('the pages', () => {
  const begun = async () => {
    const visitor = newVisitor(service.url)
    const clientId = await registerClient(service)
    const url = authorizeUrl(service, { client_id: clientId, code_challenge: newPkce().challenge })
    return { visitor, clientId, location: String((await visitor.open(url)).location) }
  }

  test('belong to the browser that began: a person who is sent a link to them decides nothing, signed in or not', async () => {
    const stranger = await begun()
    const { visitor: person, location: own } = await begun()
    await signInByForms(service, person, { location: own, email: newEmail() })
    expect((await newVisitor(service.url).open(stranger.location)).status).toBe(410)
    const page = await person.open(stranger.location)
    expect(page.status).toBe(410)
    expect(page.text).toContain('This sign-in has expired')
    expect((await person.send(`${stranger.location}/consent`, { decision: 'allow' })).status).toBe(410)
    const resumed = await stranger.visitor.open(stranger.location.replace('interaction', 'authorize'))
    expect(resumed.location).toContain('/oauth2/interaction/')
  })

  test('give one grant and send one email when Allow is pressed twice, and both answers lead on', async () => {
    const { visitor, clientId, location } = await begun()
    const email = newEmail()
    await signInByForms(service, visitor, { location, email })
    const press = () => visitor.send(`${location}/consent`, { decision: 'allow' })
    const [first, second] = await Promise.all([press(), press()])
    expect([first.status, second.status, second.location]).toEqual([303, 303, first.location])
    const back = String((await visitor.open(String(second.location))).location)
    expect(new URL(back).searchParams.get('code')).toBeTruthy()
    const grants = await query(
      service.databaseUrl,
      "select grant_id from oauth_objects where kind = 'Grant' and client_id = $1",
      [clientId],
    )
    expect(grants).toHaveLength(1)
    const told = (await mailbox(service.url, email)).filter(({ subject }) => subject.includes('can now use'))
    expect(told).toHaveLength(1)
    const third = await press()
    expect([third.status, third.text]).toEqual([410, expect.stringContaining('you already finished it')])
  })

  test('lead on at PUBLIC_URL, whatever Host and forwarding headers say', async () => {
    const clientId = await registerClient(service)
    const url = new URL(authorizeUrl(service, { client_id: clientId, code_challenge: newPkce().challenge }))
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
    answer.resume()
    const visitor = newVisitor(service.url)
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      visitor.jar.set(name, value)
    }
    const location = String(answer.headers.location)
    expect(location).toMatch(/^\/oauth2\/interaction\//)
    await signInByForms(service, visitor, { location, email: newEmail() })
    const decided = await visitor.send(`${location}/consent`, { decision: 'allow' })
    expect(decided.location).toContain(`${service.url}/oauth2/authorize/`)
    const back = String((await visitor.open(String(decided.location))).location)
    expect(new URL(back).searchParams.get('iss')).toBe(service.url)
  })

  test('set cookies that only this host gets, over secure connections, out of reach of scripts', async () => {
    const secure = await startTestService({ env: { PUBLIC_URL: 'https://bindery.test' } })
    const behindProxy = { ...secure, url: `http://127.0.0.1:${secure.app.config.port}` }
    const clientId = await registerClient(behindProxy)
    const { headers } = await newVisitor(behindProxy.url).open(
      authorizeUrl(behindProxy, { client_id: clientId, code_challenge: newPkce().challenge }),
    )
    await secure.stop()
    const lines = headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toMatch(/^__(Host|Secure)-/)
      expect(line.toLowerCase()).toContain('; secure')
      expect(line.toLowerCase()).toContain('; httponly')
      expect(line.toLowerCase()).toContain('samesite=lax')
    }
  })

  test('answer the same for an operator and for a stranger, and say when a code is wrong', async () => {
    const { visitor, location } = await begun()
    const known = newEmail()
    await getKey(service.url, known)
    await visitor.open(location)
    const texts: string[] = []
    for (const email of [known, newEmail()]) {
      const { text, status } = await visitor.send(`${location}/code`, { email })
      expect(status).toBe(200)
      texts.push(text.replaceAll(email, 'EMAIL'))
    }
    expect(texts[0]).toBe(texts[1])
    const wrong = await visitor.send(`${location}/login`, { email: known, code: '000000' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('This code is wrong or has expired')
    expect((await visitor.send(`${location}/code`, { email: 'nobody' })).text).toContain(
      'Enter an email, like',
    )
  })

  test('refuse a form without the token of this browser, or from elsewhere', async () => {
    const { visitor, location } = await begun()
    await visitor.open(location)
    const email = newEmail()
    expect((await visitor.send(`${location}/code`, { email }, { token: null })).status).toBe(403)
    const headers = { origin: 'https://evil.example' }
    expect((await visitor.send(`${location}/code`, { email }, { headers })).status).toBe(403)
  })

  test('show the consent, and another person can take the place of the first', async () => {
    const { visitor, location } = await begun()
    const consent = await signInByForms(service, visitor, { location, email: newEmail() })
    expect(consent.text).toContain('Quote Desk')
    expect(consent.text).toContain('an app on this device')
    for (const scope of ['calculators', 'umbrella', 'homeowners'])
      expect(consent.text).toContain(`(${scope})`)
    await visitor.send(`${location}/logout`)
    expect((await visitor.open(location)).text).toContain('First, sign in with your email')
  })
})
