import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { claimed } from '../../support/people/agent-identity.ts'
import { call, latestCode, mailbox } from '../../support/people/client.ts'
import {
  authorizeUrl,
  decideByForms,
  newPkce,
  REDIRECT_URI,
  redeemCode,
  refresh,
  registerClient,
  sendForm,
} from '../../support/people/oauth.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'
import { startProxy } from '../../support/servers/tcp-proxy.ts'

const canary = (): string => `canary-${randomUUID()}`

test('no code, token, secret, assertion or address of the authorization server is ever logged', async () => {
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'trace' }, work: false })
  const secrets: string[] = []
  const plant = (text: unknown = canary()): string => {
    secrets.push(String(text))
    return String(text)
  }
  const email = plant(`${canary()}@example.com`)
  const client = (
    await call(`${service.url}/oauth2/register`, {
      body: {
        client_name: plant(),
        redirect_uris: [REDIRECT_URI],
        token_endpoint_auth_method: 'client_secret_post',
      },
    })
  ).body
  const clientId = String(client.client_id)
  const client_secret = plant(client.client_secret)
  const { verifier, challenge } = newPkce()
  plant(verifier)
  const url = authorizeUrl(service, { client_id: clientId, code_challenge: challenge, state: plant() })
  const back = await decideByForms(service, url, { email })
  plant(await latestCode(service.url, email))
  const code = { code: plant(back.searchParams.get('code')), verifier, clientId }
  await redeemCode(service, code, { client_secret: plant() })
  const { body } = await redeemCode(service, code, { client_secret })
  const next = (await refresh(service, plant(body.refresh_token), clientId, { client_secret })).body
  await refresh(service, plant(), clientId, { client_secret })
  await call(`${service.url}/api/agent/calculators/umbrella`, { key: plant(next.access_token), body: {} })
  plant(body.access_token)
  plant(next.refresh_token)

  const registered = (
    await call(`${service.url}/agent/identity`, { body: { type: 'service_auth', login_hint: email } })
  ).body as { claim_token: string; claim: { user_code: string } }
  plant(registered.claim.user_code)
  const emailed = (await mailbox(service.url, email)).flatMap(({ links }) => links)
  for (const link of emailed.filter(one => !one.endsWith('/privacy'))) {
    plant(link.split('/').at(-1))
    await call(link)
  }
  const claim = {
    claim_token: plant(registered.claim_token),
    otp: plant(await latestCode(service.url, email)),
  }
  const { identity_assertion } = (await call(`${service.url}/agent/identity/claim`, { body: claim })).body
  const jwtBearer = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }
  const traded = await sendForm(`${service.url}/oauth2/token`, {
    ...jwtBearer,
    assertion: plant(identity_assertion),
  })
  await sendForm(`${service.url}/oauth2/token`, { ...jwtBearer, assertion: plant() })
  await sendForm(`${service.url}/oauth2/revoke`, { token: plant(traded.body.access_token) })
  await call(`${service.url}/oauth2/${plant()}?token=${plant()}`)

  // Faults of ours quote the database; break it under the service to see one.
  await query(service.databaseUrl, 'alter table oauth_objects add constraint broken check (false) not valid')
  const broken = await call(`${service.url}/oauth2/register`, {
    body: { client_name: plant(), redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' },
  })
  expect(broken).toMatchObject({ status: 500, body: { error: 'server_error' } })
  await until(() => service.log.some(line => line.includes('"authorization server failed"')))
  expect(service.log.join('')).toContain('"code":"23514"')
  const logged = service.log.join('')
  expect(secrets.length).toBeGreaterThan(20)
  for (const secret of secrets) expect(logged).not.toContain(secret)
})

test('while the database is away the token endpoint says so in its own form, and works again when it is back', async () => {
  const direct = new URL((await createDatabase()).replace('@/', '@socket/'))
  const { searchParams } = direct
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`
  const proxy = await startProxy(socket)
  const databaseUrl = `postgresql://bindery@127.0.0.1:${proxy.port}${direct.pathname}?sslmode=disable`
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false, databaseUrl })
  const clientId = await registerClient(service)
  const ask = () => refresh(service, 'a-refresh-token', clientId)
  expect((await ask()).body.error).toBe('invalid_grant')
  await proxy.close()
  const away = await ask()
  expect(away).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } })
  expect(away.headers.get('retry-after')).toBe('1')
  const back = await startProxy(socket, proxy.port)
  onTestFinished(() => back.close())
  await until(async () => (await ask()).status === 400)
})

test('bindery oauth rotate-keys: a new key signs from then on, in a service that runs already', async () => {
  const databaseUrl = await createDatabase()
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false, databaseUrl })
  const kids = async () =>
    ((await call(`${service.url}/.well-known/jwks.json`)).body as { keys: { kid: string }[] }).keys.map(
      ({ kid }) => kid,
    )
  const [before] = await kids()
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY }
  const { code, output } = await runBindery(['oauth', 'rotate-keys'], env)
  expect(code).toBe(0)
  const [now, ...others] = await kids()
  expect(output).toContain(`${now} signs from now on`)
  expect(others).toEqual([before])
  const { identity_assertion } = (await claimed(service)).body
  const header = JSON.parse(
    Buffer.from(String(identity_assertion).split('.')[0] ?? '', 'base64url').toString(),
  )
  expect(header.kid).toBe(now)
  expect(await runBindery(['oauth'], env)).toMatchObject({ code: 2 })
})
