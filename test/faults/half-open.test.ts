import { expect, onTestFinished, test } from 'vitest'
import { call, newEmail } from '../support/client.ts'
import { createDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

test('database connections that go silent are given up: callers get 503, and the service is ready again by itself', async () => {
  const direct = new URL((await createDatabase()).replace('@/', '@socket/'))
  const proxy = await startProxy(
    `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`,
  )
  onTestFinished(() => proxy.close())
  const databaseUrl = `postgresql://bindery@127.0.0.1:${proxy.port}${direct.pathname}?sslmode=disable`
  const service = await startProcess({ databaseUrl, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  const request = () => call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
  await Promise.all(Array.from({ length: 20 }, request))
  proxy.silence()
  const during = await Promise.all(Array.from({ length: 12 }, request))
  expect(during.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(during.some(({ status }) => status === 503)).toBe(true)
  await until(async () => (await call(`${service.url}/readyz`)).status === 200)
  expect((await request()).status).toBe(200)
  expect(await service.stop()).toBe(0)
})
