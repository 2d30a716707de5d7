import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/database/database.ts'
import { call, newEmail } from '../support/people/client.ts'
import { until } from '../support/runs/until.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startProcess } from '../support/servers/process.ts'
import { startSmtp } from '../support/servers/smtp.ts'
import { startProxy } from '../support/servers/tcp-proxy.ts'

test('database connections that go silent are given up, all together: callers get 503, then requests and jobs work again', async () => {
  const direct = new URL((await createDatabase()).replace('@/', '@socket/'))
  const proxy = await startProxy(
    `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`,
  )
  onTestFinished(() => proxy.close())
  const smtp = await startSmtp(await freePort())
  onTestFinished(() => smtp.close())
  const service = await startProcess({
    databaseUrl: `postgresql://bindery@127.0.0.1:${proxy.port}${direct.pathname}?sslmode=disable`,
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SMTP_URL: smtp.url },
  })
  const request = (email: string) => call(`${service.url}/api/agent/key/request`, { body: { email } })
  const isMailed = (email: string) =>
    smtp.emails.some(({ to }) => to?.some(({ address }) => address === email))
  // So many that every connection is open, those for jobs too.
  const before = Array.from({ length: 20 }, newEmail)
  await Promise.all(before.map(request))
  await until(() => before.every(isMailed), { withinMs: 20_000 })
  proxy.strike('silence')
  expect((await request(newEmail())).status).toBe(503)
  const after = Array.from({ length: 12 }, newEmail)
  expect((await Promise.all(after.map(request))).map(({ status }) => status)).toEqual(after.map(() => 200))
  await until(() => after.every(isMailed), { withinMs: 30_000 })
  expect(await service.stop()).toBe(0)
}, 60_000)
