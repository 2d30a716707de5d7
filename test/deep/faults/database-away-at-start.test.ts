import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { spawnService } from '../../support/servers/process.ts'
import { startProxy } from '../../support/servers/tcp-proxy.ts'

const isAlive = async (url: string) => (await call(`${url}/healthz`)).status === 200

const REJECTING = `data:text/javascript,${encodeURIComponent(`
  const reject = message => void Promise.reject(new Error(message))
  process.on('SIGUSR2', () => reject('This batcher has been released, and so no more calls can be made.'))
  process.on('SIGHUP', () => reject('of a kind that nobody knows'))
`)}`

test('a start without a database waits and then works by itself; a known rejection is survived, and any other is logged and ends the process', async () => {
  const direct = new URL((await createDatabase()).replace('@/', '@socket/'))
  const port = await freePort()
  const adminPort = String(await freePort())
  const service = await spawnService({
    databaseUrl: `postgresql://bindery@127.0.0.1:${port}${direct.pathname}?sslmode=disable`,
    env: { ADMIN_PORT: adminPort, NODE_OPTIONS: `--import ${REJECTING}` },
  })
  onTestFinished(() => service.kill())
  await until(() => isAlive(service.url))
  expect(await call(`${service.url}/readyz`)).toMatchObject({ status: 503, body: { status: 'starting' } })
  const request = () => call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
  const refused = await request()
  expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const awayLine = () =>
    service
      .output()
      .split('\n')
      .find(line => line.includes('"database away, waiting for it"'))
  await until(() => awayLine() !== undefined)
  expect(JSON.parse(String(awayLine()))).toEqual({
    level: 'warn',
    time: expect.any(String),
    reason: 'DATABASE_URL names a database that does not answer. Start it, or correct the URL.',
    code: 'ECONNREFUSED',
    msg: 'database away, waiting for it',
  })
  const proxy = await startProxy(
    `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`,
    port,
  )
  onTestFinished(() => proxy.close())
  await until(async () => (await call(`${service.url}/readyz`)).status === 200)
  expect((await request()).status).toBe(200)

  process.kill(service.pid, 'SIGUSR2')
  await until(() => service.output().includes('known rejection of the job library'))
  expect((await call(`http://127.0.0.1:${adminPort}/metrics`)).text).toContain(
    'bindery_unhandled_rejections_total{kind="known"} 1',
  )
  expect(await isAlive(service.url)).toBe(true)
  process.kill(service.pid, 'SIGHUP')
  expect(await service.exited()).toBe(1)
  expect(service.output()).toContain('unhandled rejection: the process ends')
  expect(service.output()).not.toContain('of a kind that nobody knows')
})

test('a start that waits for its database ends with 0 on SIGTERM', async () => {
  const service = await spawnService({ databaseUrl: `postgresql://x@127.0.0.1:${await freePort()}/x` })
  await until(() => isAlive(service.url))
  expect(await service.stop()).toBe(0)
})

/** Accepts connections and never answers, like a server behind a firewall that drops packets. */
const silentServer = async (port: number) => {
  const held = new Set<Socket>()
  const server = createServer(socket => void held.add(socket.on('error', () => held.delete(socket)))).listen(
    port,
  )
  await once(server, 'listening')
  return {
    wasAsked: () => held.size > 0,
    close: async () => {
      for (const socket of held) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

test('a start against a database that accepts and never answers ends with 0 on SIGTERM', async () => {
  const port = await freePort()
  const silent = await silentServer(port)
  onTestFinished(silent.close)
  const service = await spawnService({ databaseUrl: `postgresql://x@127.0.0.1:${port}/x?sslmode=disable` })
  onTestFinished(() => service.kill())
  await until(silent.wasAsked)
  expect(await service.stop()).toBe(0)
})
