import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { call } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { failedStart, startProcess } from '../../support/servers/process.ts'
import { SECRET_KEY } from '../../support/servers/service.ts'

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('several processes share one port and one set of metrics, replace one that dies, and all stop together', async () => {
  const adminPort = await freePort()
  const service = await startProcess({
    args: ['serve', '--processes', '2'],
    env: { ADMIN_PORT: String(adminPort) },
  })
  onTestFinished(() => service.kill())
  const both = () => until(() => childrenOf(service.pid).length === 2 && childrenOf(service.pid))
  const first = await both()
  if (!first) throw new Error('no processes')

  const admin = `http://127.0.0.1:${adminPort}`
  const counted = async (): Promise<number> => {
    const { text } = await call(`${admin}/metrics`)
    return Number(
      /bindery_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)/.exec(
        text,
      )?.[1],
    )
  }
  const calls = Array.from({ length: 20 }, () =>
    call(`${service.url}/healthz`, { headers: { connection: 'close' } }),
  )
  expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true)
  await until(async () => (await counted()) === 20)
  expect((await call(`${admin}/readyz?from=balancer`)).status).toBe(200)

  const [victim = 0] = first
  process.kill(victim, 'SIGKILL')
  await until(async () => childrenOf(service.pid).some(pid => !first.includes(pid)))
  await until(() => service.output().includes('process ended, starting another'))
  await until(async () => (await call(`${admin}/readyz`)).status === 200)
  expect(await counted()).toBe(20)
  expect((await call(`${admin}/metrics`)).text).toContain('\nbindery_processes_ended_total 1\n')
  expect((await call(`${service.url}/healthz`)).status).toBe(200)

  const last = await both()
  expect(await service.stop()).toBe(0)
  expect((last || []).filter(isAlive)).toEqual([])
})

test('processes that refuse to start end the command, also if they were already listening', async () => {
  const databaseUrl = await createDatabase()
  expect((await runBindery(['migrate'], { DATABASE_URL: databaseUrl, SECRET_KEY })).code).toBe(0)
  await query(databaseUrl, "insert into secret_canary (sealed) values ('\\x00')")
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY, PORT: String(await freePort()) }
  const { code, output } = await failedStart(env, ['serve', '--processes', '2'])
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining('SECRET_KEY is not the key this database was sealed with.'),
  })
})

test('if the processes cannot start, the reason is said and the command ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const env = { DATABASE_URL: 'postgresql://x/y', SECRET_KEY, PORT: String(port) }
  const { code, output } = await failedStart(env, ['serve', '--processes', '2'])
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`PORT ${port} is taken`) })
  const noAdmin = { ...env, PORT: String(await freePort()), ADMIN_PORT: String(port) }
  expect(await runBindery(['serve', '--processes', '2'], noAdmin)).toMatchObject({
    code: 1,
    output: expect.stringMatching(new RegExp(`^bindery: ADMIN_PORT ${port} is taken`)),
  })
  expect(await runBindery(['serve', '--processes', 'many'], env)).toMatchObject({
    code: 1,
    output: 'bindery: --processes must be followed by a number from 1 to 64.\n',
  })
})
