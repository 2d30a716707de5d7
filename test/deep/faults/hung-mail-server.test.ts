import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

/** Says hello, then nothing more. */
const startHungServer = async (port: number): Promise<{ visited(): boolean; close(): Promise<void> }> => {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 hung ESMTP\r\n')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    visited: () => sockets.size > 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const withEmailUnderWay = async (settings: Record<string, string> = {}) => {
  const port = await freePort()
  const hung = await startHungServer(port)
  const databaseUrl = await createDatabase()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'warn', ...settings }
  const service = await startProcess({ databaseUrl, env })
  await call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
  await until(() => hung.visited())
  return { port, hung, databaseUrl, env, service }
}

test('kill -9 in the middle of an email: it goes out once the service and the mail server are back', async () => {
  const { port, hung, databaseUrl, env, service } = await withEmailUnderWay()
  await service.kill()
  await hung.close()
  const smtp = await startSmtp(port)
  onTestFinished(() => smtp.close())
  await serviceForThisTest({ databaseUrl, env })
  await until(() => smtp.emails.length > 0)
  expect(smtp.emails).toHaveLength(1)
})

test('while a mail server hangs with 16 emails queued, other jobs run at once, and SIGTERM ends the service with 0, well before it would be killed', async () => {
  const { hung, service, databaseUrl } = await withEmailUnderWay({ RATE_LIMITS: 'off' })
  onTestFinished(() => hung.close())
  const more = Array.from({ length: 15 }, () =>
    call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } }),
  )
  await Promise.all(more)
  await query(databaseUrl, "select graphile_worker.add_job('purge')")
  const waiting = () =>
    query(
      databaseUrl,
      "select from graphile_worker.jobs where task_identifier = 'purge' and locked_at is null",
    )
  await until(async () => (await waiting()).length === 0)
  expect(await query(databaseUrl, "select from emails where status = 'queued'")).toHaveLength(16)
  const began = performance.now()
  expect(await service.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
})
