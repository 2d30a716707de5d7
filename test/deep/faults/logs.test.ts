import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail, requestCode } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const canary = (): string => `canary-${randomUUID()}`

test('no code, key, name or address that passes through is ever logged or told in an error', async () => {
  const adminPort = await freePort()
  const service = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'trace', ADMIN_PORT: String(adminPort), SHARED_KEYS: canary() },
  })
  const secrets: string[] = [...service.app.config.sharedKeys]
  const plant = (text: string = canary()): string => {
    secrets.push(text)
    return text
  }
  const at = (path: string) => `${service.url}/api/agent/key/${path}`
  const email = plant(`${canary()}@example.com`)
  const otp = plant(await requestCode(service.url, email))
  const details = { organization_name: plant(), contact_name: plant(), use_case_description: plant() }
  const confirmed = await call(at('confirm'), { body: { email, otp, ...details } })
  const key = plant(String(confirmed.body.api_key))
  const answers = [
    await call(at('rotate'), {
      method: 'POST',
      key,
      headers: { 'idempotency-key': plant(), 'user-agent': plant() },
    }),
    await call(at('rotate'), { method: 'POST', key: plant() }),
    await call(at('request'), { body: { email: plant() } }),
    await call(at('request'), { body: `{"email": "${plant()}` }),
    await call(at('confirm'), { body: { email, otp: plant(), code: plant() } }),
    await call(at('confirm'), { body: { email: plant(`${canary()}@example.com`), otp: '000000' } }),
    await call(`${service.url}/${plant()}?token=${plant()}`),
  ]
  const rotated = String(answers[0]?.body.api_key)
  // Faults of ours quote the database; break it under the service to see one.
  await query(service.databaseUrl, 'alter table emails add constraint broken check (false) not valid')
  const broken = await call(at('request'), { body: { email: plant(`${canary()}@example.com`) } })
  expect(broken).toMatchObject({ status: 500, body: { error: 'internal_error' } })
  await until(() => service.log.some(line => line.includes('"request failed"')))
  // What went wrong can be seen all the same: a check constraint.
  expect(service.log.join('')).toContain('"code":"23514"')
  const metrics = (await call(`http://127.0.0.1:${adminPort}/metrics`)).text
  expect(metrics).toContain('bindery_http_request_seconds')
  const told = [...answers.slice(1), broken].map(({ text }) => text).join('\n')
  for (const secret of [...secrets, rotated]) {
    expect(service.log.join('')).not.toContain(secret)
    expect(metrics).not.toContain(secret)
    expect(told).not.toContain(secret)
  }
  expect(service.log.length).toBeGreaterThan(10)
})

test('a failing mail is logged without its address', async () => {
  const service = await serviceForThisTest({
    env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'trace' },
  })
  const email = newEmail()
  await call(`${service.url}/api/agent/key/request`, { body: { email } })
  await until(() => service.log.some(line => line.includes('"job failed"')))
  expect(service.log.join('')).not.toContain(email)
})

test('a key is never logged, whatever it is used for', async () => {
  const service = await serviceForThisTest()
  const key = await getKey(service.url, newEmail())
  await call(`${service.url}/api/agent/key/rotate`, { key, body: { [key]: key } })
  expect(service.log.join('')).not.toContain(key)
})
