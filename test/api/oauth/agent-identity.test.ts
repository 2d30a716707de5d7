import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGrants } from '../../../src/doors/oauth/provider/grants.ts'
import { registrationsOf } from '../../../src/doors/oauth/tokens/registration-store.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { claimed, register } from '../../support/people/agent-identity.ts'
import { call, getKey, latestCode, mailbox, newEmail } from '../../support/people/client.ts'
import { calculate, sendForm } from '../../support/people/oauth.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const CLAIM = 'urn:workos:agent-auth:grant-type:claim'
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPES = ['calculators', 'umbrella', 'homeowners']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const token = (fields: Record<string, string>, site = service) => sendForm(`${site.url}/oauth2/token`, fields)
const poll = (claim_token: unknown, site = service) =>
  token({ grant_type: CLAIM, claim_token: String(claim_token) }, site)
const trade = (assertion: unknown, more: Record<string, string> = {}) =>
  token({ grant_type: JWT_BEARER, assertion: String(assertion), ...more })
const claim = (body: object) => call(`${service.url}/agent/identity/claim`, { body })

const linkOf = async (email: string): Promise<string> => {
  const [mail] = await mailbox(service.url, email)
  return mail?.links.find(link => link.includes('/agent/claim/')) ?? ''
}

describe('service_auth', () => {
  test('by the emailed code leads to a working call, and an unknown address becomes an operator', async () => {
    const email = newEmail()
    const registered = await register(service, email)
    expect(registered).toMatchObject({
      status: 200,
      body: {
        registration_id: expect.stringMatching(/^reg_/),
        registration_type: 'service_auth',
        claim_url: `${service.url}/agent/identity/claim`,
        claim_token: expect.stringMatching(/^clm_/),
        post_claim_scopes: SCOPES,
        claim: {
          user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
          verification_uri: `${service.url}/agent/claim`,
          expires_in: expect.any(Number),
          interval: 5,
        },
      },
    })
    const { claim_token, claim_token_expires, registration_id } = registered.body
    const life = new Date(String(claim_token_expires)).getTime() - service.app.clock.now().getTime()
    expect(Math.round(life / MINUTE)).toBe(15)
    const done = await claim({ claim_token, otp: await latestCode(service.url, email) })
    expect(done).toMatchObject({ status: 200, body: { registration_id, status: 'claimed', scopes: SCOPES } })
    const { body } = await trade(done.body.identity_assertion)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: SCOPES.join(' ') })
    expect((await calculate(service, String(body.access_token))).status).toBe(200)
  })

  test('acts for the operator who has that email already', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    const { identity_assertion } = (await claimed(service, email)).body
    const { access_token } = (await trade(identity_assertion)).body
    const operatorIn = async (credential: string) =>
      (await call(`${service.url}/api/agent/homeowners/dashboard`, { key: credential })).body.operator_uid
    expect(await operatorIn(String(access_token))).toBe(await operatorIn(key))
  })

  test('by the emailed link: looking spends nothing, the code that the agent shows is needed, then the poll succeeds once', async () => {
    const email = newEmail()
    const { claim_token, claim: shown } = (await register(service, email)).body as {
      claim_token: string
      claim: { user_code: string }
    }
    const link = await linkOf(email)
    const visitor = newVisitor(service.url)
    const page = await visitor.open(link)
    expect(page.text).toContain(email)
    for (const scope of SCOPES) expect(page.text).toContain(`(${scope})`)
    await visitor.open(link)
    expect((await poll(claim_token)).body.error).toBe('authorization_pending')
    const wrong = await visitor.send(link, { user_code: 'BBBB-BBBB', decision: 'allow' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('That code doesn’t match')
    expect(wrong.text).toMatch(/<input id="user_code"[^>]* aria-invalid="true" autofocus>/)
    const typed = shown.user_code.toLowerCase().replace('-', ' ')
    expect((await visitor.send(link, { user_code: typed, decision: 'allow' })).text).toContain(
      'The agent has access',
    )
    const { status, body } = await poll(claim_token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', identity_assertion: expect.any(String) })
    expect((await calculate(service, String(body.access_token))).status).toBe(200)
    expect((await trade(body.identity_assertion)).status).toBe(200)
    expect((await poll(claim_token)).body.error).toBe('invalid_grant')
    expect((await visitor.open(link)).status).toBe(410)
  })

  test('of 20 parallel polls one gets the token', async () => {
    const { claim_token } = (await register(service, 'many@example.com')).body
    await claim({ claim_token, otp: await latestCode(service.url, 'many@example.com') })
    const answers = await Promise.all(Array.from({ length: 20 }, () => onceNotBusy(() => poll(claim_token))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('denied on the page is access_denied, and the emailed code is worth nothing then', async () => {
    const email = newEmail()
    const { claim_token } = (await register(service, email)).body
    const visitor = newVisitor(service.url)
    const link = await linkOf(email)
    await visitor.open(link)
    await visitor.send(link, { decision: 'deny' })
    expect((await poll(claim_token)).body.error).toBe('access_denied')
    const late = await claim({ claim_token, otp: await latestCode(service.url, email) })
    expect(late).toMatchObject({ status: 409, body: { error: 'conflict', current_status: 'denied' } })
  })

  test('a code that is asked for again goes to the address that is named then, and kills the link and the user_code before, as auth.md says', async () => {
    const [mistyped, right] = [newEmail(), newEmail()]
    const { claim_token, registration_id, claim: shown } = (await register(service, mistyped)).body
    const oldLink = await linkOf(mistyped)
    const oldCode = await latestCode(service.url, mistyped)
    const again = await claim({ claim_token, login_hint: right })
    expect(again).toMatchObject({ status: 200, body: { registration_id, status: 'initiated' } })
    expect((await newVisitor(service.url).open(oldLink)).status).toBe(410)
    const visitor = newVisitor(service.url)
    const newLink = await linkOf(right)
    await visitor.open(newLink)
    const { user_code } = shown as { user_code: string }
    expect((await visitor.send(newLink, { user_code, decision: 'allow' })).status).toBe(400)
    expect((await call(`${service.url}/auth.md`)).text).toContain('a new `claim.user_code`')
    expect((await claim({ claim_token, otp: oldCode })).body.error).toBe('invalid_otp')
    const done = await claim({ claim_token, otp: await latestCode(service.url, right) })
    expect(done.status).toBe(200)
  })

  test('of addresses that are named at once one counts, and no link opens for an address that it was not emailed to', async () => {
    const { claim_token } = (await register(service, newEmail())).body
    const addresses = Array.from({ length: 8 }, () => newEmail())
    const answers = await Promise.all(addresses.map(login_hint => claim({ claim_token, login_hint })))
    const named = addresses.filter((_address, at) => answers[at]?.status === 200)
    expect(named.length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const open: string[] = []
    for (const address of named) {
      const page = await newVisitor(service.url).open(await linkOf(address))
      if (page.status !== 200) continue
      open.push(address)
      expect(page.text).toContain(address)
    }
    expect(open).toHaveLength(1)
  })

  test('a claim_token that nobody used in time is worth nothing, claimed or not', async () => {
    const email = newEmail()
    const { claim_token } = (await register(service, email)).body
    const otp = await latestCode(service.url, email)
    await call(`${service.url}/agent/identity/claim`, { body: { claim_token, otp } })
    service.pass(61 * MINUTE)
    expect((await poll(claim_token, service)).body.error).toBe('expired_token')
  })

  test('every way to get it wrong has an answer of its own', async () => {
    const email = newEmail()
    const { claim_token } = (await register(service, email)).body
    const identity = (body: object) => call(`${service.url}/agent/identity`, { body })
    expect((await identity({ type: 'anonymous' })).body.error).toBe('anonymous_not_enabled')
    expect((await identity({ type: 'service_auth' })).body.fields).toMatchObject([{ path: 'login_hint' }])
    expect((await identity({ type: 'service_auth', login_hint: 'nobody' })).body.error).toBe('invalid_email')
    expect((await identity({ type: 'identity_assertion' })).body.fields).toMatchObject([
      { path: 'assertion_type' },
    ])
    expect((await identity({ type: 'service_auth', login_hint: email, status: 'claimed' })).status).toBe(400)
    expect((await claim({ claim_token: 'clm_nothing', otp: '000000' })).body.error).toBe(
      'invalid_claim_token',
    )
    expect((await claim({ claim_token })).body.fields).toMatchObject([{ path: 'otp' }])
    expect((await claim({ claim_token, otp: '1', login_hint: email })).status).toBe(400)
    const wrong = await claim({ claim_token, otp: '000000' })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_otp' } })
    expect(wrong.headers.get('www-authenticate')).toBeNull()
    for (let at = 0; at < 4; at++) await claim({ claim_token, otp: '000000' })
    const locked = await claim({ claim_token, otp: await latestCode(service.url, email) })
    expect(locked).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } })
  })
})

describe('the claim grant', () => {
  test('is authorization_pending, slow_down when asked too fast, and expired_token after 15 minutes', async () => {
    service.stopClock()
    const { claim_token } = (await register(service, newEmail())).body
    const errorOf = async () => (await poll(claim_token, service)).body.error
    expect(await errorOf()).toBe('authorization_pending')
    expect(await errorOf()).toBe('slow_down')
    service.pass(6 * SECOND)
    // Five seconds were enough before; it has to wait ten now.
    expect(await errorOf()).toBe('slow_down')
    service.pass(16 * SECOND)
    expect(await errorOf()).toBe('authorization_pending')
    service.pass(15 * MINUTE)
    expect(await errorOf()).toBe('expired_token')
    const late = await call(`${service.url}/agent/identity/claim`, { body: { claim_token, otp: '000000' } })
    expect(late.body.error).toBe('invalid_claim_token')
  })

  test('with an unknown token, or none, or one given twice, is refused', async () => {
    expect((await poll('clm_nothing')).body.error).toBe('invalid_grant')
    expect((await token({ grant_type: CLAIM })).body.error).toBe('invalid_request')
    const twice = await sendForm(
      `${service.url}/oauth2/token`,
      `grant_type=${CLAIM}&claim_token=a&claim_token=b`,
    )
    expect(twice.body).toEqual({ error: 'invalid_request', error_description: 'claim_token was sent twice' })
    expect((await token({ grant_type: 'password', client_id: 'x' })).status).toBe(401)
  })
})

describe('an identity assertion', () => {
  test('is traded as often as needed for an hour, never beyond its scopes, for our resources only', async () => {
    service.stopClock()
    const { identity_assertion, assertion_expires } = (await claimed(service)).body
    const life = new Date(String(assertion_expires)).getTime() - service.app.clock.now().getTime()
    expect(Math.round(life / MINUTE)).toBe(60)
    const tradeThere = (more: Record<string, string> = {}) =>
      token({ grant_type: JWT_BEARER, assertion: String(identity_assertion), ...more }, service)
    expect((await tradeThere({ scope: 'umbrella' })).body.scope).toBe('umbrella')
    expect((await tradeThere({ scope: 'umbrella admin' })).body.error).toBe('invalid_scope')
    expect((await tradeThere({ resource: `${service.url}/api/agent/mcp` })).status).toBe(200)
    expect((await tradeThere({ resource: 'https://elsewhere.example' })).body).toEqual({
      error: 'invalid_target',
      error_description: `unknown resource; use ${service.url} or ${service.url}/api/agent or ${service.url}/api/agent/mcp`,
    })
    service.pass(HOUR - 10 * SECOND)
    expect((await tradeThere()).status).toBe(200)
    service.pass(11 * SECOND)
    expect((await tradeThere()).body.error).toBe('invalid_grant')
  })

  test('that was tampered with, or is none, is refused', async () => {
    const { identity_assertion } = (await claimed(service)).body
    const [header, payload, signature] = String(identity_assertion).split('.')
    const claims = JSON.parse(Buffer.from(String(payload), 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'reg_other' })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'oauth-id-jag+jwt' })).toString(
      'base64url',
    )
    const nobodys = Buffer.from(JSON.stringify({ alg: 'ES256', kid: '\0' })).toString('base64url')
    for (const bad of [
      `${header}.${forged}.${signature}`,
      `${unsigned}.${payload}.`,
      `x.${payload}.x`,
      `${nobodys}.${payload}.${signature}`,
      'nothing',
      '',
    ])
      expect(['invalid_grant', 'invalid_request']).toContain((await trade(bad)).body.error)
  })

  test('revoking a token ends the registration: the assertion and its other tokens are dead', async () => {
    const { identity_assertion } = (await claimed(service)).body
    const [first, second] = [(await trade(identity_assertion)).body, (await trade(identity_assertion)).body]
    expect(
      (await sendForm(`${service.url}/oauth2/revoke`, { token: String(first.access_token) })).status,
    ).toBe(200)
    for (const { access_token } of [first, second])
      expect((await calculate(service, String(access_token))).status).toBe(401)
    expect((await trade(identity_assertion)).body.error).toBe('invalid_grant')
    expect((await sendForm(`${service.url}/oauth2/revoke`, {})).body.error).toBe('invalid_request')
  })

  test('its registration stands in the operator’s list, of which no more are read than asked for', async () => {
    const email = newEmail()
    await claimed(service, email)
    const [row] = await query<{ operator_uid: string }>(
      service.databaseUrl,
      'select operator_uid from operators where email = $1',
      [email],
    )
    const operatorUid = String(row?.operator_uid)
    expect((await listGrants(service.app, operatorUid)).grants).toMatchObject([
      { kind: 'agent', scopes: SCOPES },
    ])
    await claimed(service, email)
    const read = { operatorUid, notBefore: new Date(0) }
    expect(await registrationsOf(service.app.db, read)).toHaveLength(2)
    expect(await registrationsOf(service.app.db, { ...read, limit: 1 })).toHaveLength(1)
  })
})

describe('the earlier form', () => {
  const auth = (email: string, requested_credential_type?: string) =>
    call(`${service.url}/agent/auth`, {
      body: {
        type: 'identity_assertion',
        assertion_type: 'verified_email',
        assertion: email,
        ...(requested_credential_type && { requested_credential_type }),
      },
    })
  const authClaim = (body: object) => call(`${service.url}/agent/auth/claim`, { body })
  const credentialFor = async (email: string, type?: string) => {
    const { claim_token } = (await auth(email, type)).body
    return authClaim({ claim_token, otp: await latestCode(service.url, email) })
  }

  test('gives an access token for an hour, which can be revoked', async () => {
    const { status, body } = await credentialFor(newEmail())
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'claimed', credential_type: 'access_token', scopes: SCOPES })
    const life = new Date(String(body.credential_expires)).getTime() - service.app.clock.now().getTime()
    expect(Math.round(life / MINUTE)).toBe(60)
    expect((await calculate(service, String(body.credential))).status).toBe(200)
    const revoke = () => call(`${service.url}/agent/auth/revoke`, { body: { credential: body.credential } })
    expect((await revoke()).body).toEqual({ status: 'revoked' })
    expect((await calculate(service, String(body.credential))).status).toBe(401)
    expect((await revoke()).status).toBe(200)
  })

  test('gives an api_key: a further key, beside the first, and five at most', async () => {
    const email = newEmail()
    const first = await getKey(service.url, email)
    const further = (await credentialFor(email, 'api_key')).body
    expect(further).toMatchObject({
      credential_type: 'api_key',
      credential: expect.stringMatching(/^bind_live_/),
    })
    for (const key of [first, String(further.credential)])
      expect((await calculate(service, key)).status).toBe(200)
    for (let at = 0; at < 4; at++) expect((await credentialFor(email, 'api_key')).status).toBe(200)
    const sixth = await credentialFor(email, 'api_key')
    expect(sixth).toMatchObject({ status: 409, body: { current_status: 'too_many_keys' } })
    await call(`${service.url}/agent/auth/revoke`, { body: { credential: further.credential } })
    expect((await calculate(service, String(further.credential))).status).toBe(401)
    expect((await calculate(service, first)).status).toBe(200)
    expect((await credentialFor(email, 'api_key')).status).toBe(200)
    const subjects = (await mailbox(service.url, email)).filter(({ text }) =>
      text.includes('an additional operator key'),
    )
    expect(subjects).toHaveLength(6)
  })

  test('a code emailed for an hour of access gives no key for a year, and the email says which it is', async () => {
    const email = newEmail()
    const short = (await register(service, email)).body.claim_token
    const otp = await latestCode(service.url, email)
    expect((await mailbox(service.url, email))[0]?.text).toContain('up to two hours')
    const long = (await auth(email, 'api_key')).body.claim_token
    expect((await mailbox(service.url, email))[0]?.text).toContain('one year')
    expect((await authClaim({ claim_token: long, otp })).body.error).toBe('invalid_otp')
    expect((await claim({ claim_token: short, otp })).body.status).toBe('claimed')
  })

  test('a claim_token that gave a key gives nothing else', async () => {
    const email = newEmail()
    const { claim_token } = (await auth(email, 'api_key')).body
    expect((await authClaim({ claim_token, otp: await latestCode(service.url, email) })).status).toBe(200)
    expect((await poll(claim_token)).body.error).toBe('invalid_grant')
  })

  test('of two codes for the last free key one gets it', async () => {
    const email = newEmail()
    for (let at = 0; at < 4; at++) await credentialFor(email, 'api_key')
    const tokens = [(await auth(email, 'api_key')).body.claim_token]
    const codes = [await latestCode(service.url, email)]
    tokens.push((await auth(email, 'api_key')).body.claim_token)
    codes.push(await latestCode(service.url, email))
    const answers = await Promise.all(
      tokens.map((claim_token, at) => authClaim({ claim_token, otp: codes[at] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('emails again, and refuses what it does not know', async () => {
    const email = newEmail()
    const { claim_token, registration_type } = (await auth(email)).body
    expect(registration_type).toBe('email-verification')
    expect((await authClaim({ claim_token, email })).body.status).toBe('initiated')
    expect((await authClaim({ claim_token, otp: await latestCode(service.url, email) })).status).toBe(200)
    const anonymous = await call(`${service.url}/agent/auth`, { body: { type: 'anonymous' } })
    expect(anonymous.body.error).toBe('anonymous_not_enabled')
    const bare = await call(`${service.url}/agent/auth`, { body: { type: 'identity_assertion' } })
    expect(bare.body.fields).toMatchObject([{ path: 'assertion_type' }])
  })
})

test('an address is emailed five times an hour at most, whatever the agent says it is for', async () => {
  const limited = await serviceForThisTest({ work: false })
  const email = newEmail()
  const statuses = []
  for (let at = 0; at < 6; at++) statuses.push((await register(limited, email)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await register(limited, newEmail())).status).toBe(200)
})
