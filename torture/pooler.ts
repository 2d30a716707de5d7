import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startDatabase } from '../bench/database.ts'
import { startService } from '../bench/processes.ts'
import { call, getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall } from '../test/support/people/homeowner-applications.ts'
import { until } from '../test/support/runs/until.ts'
import { freePort } from '../test/support/servers/free-port.ts'

const SECONDS = Number(process.env.POOLER_SECONDS ?? 60)
const CALLERS = 8
const RESTARTS = 5
/** Fewer connections to the server than the two services open to the pooler, so that transactions change places. */
const SERVER_CONNECTIONS = 6

/** PgBouncer in transaction mode with its default settings. It refuses to run as root, so it needs a way to the socket. */
const startPooler = async (databaseUrl: string) => {
  const { searchParams, username, pathname } = new URL(databaseUrl.replace('@/', '@socket/'))
  const host = searchParams.get('host') ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'bindery-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const name = pathname.slice(1)
  const users = join(folder, 'users')
  writeFileSync(users, `"${username}" ""\n`)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `${name} = host=${host} port=${searchParams.get('port')} dbname=${name} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 200',
    ].join('\n'),
  )
  const asNobody = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  for (const closed of [dirname(host), host]) chmodSync(closed, 0o711)
  const start = async () => {
    const child = spawn('pgbouncer', ['-q', ...asNobody, settings], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const url = `postgresql://${username}@127.0.0.1:${port}/${name}`
    await until(
      async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.end()
        return true
      },
      { withinMs: 10_000 },
    )
    return { child, url }
  }
  let running = await start()
  const kill = async () => {
    running.child.kill('SIGKILL')
    await once(running.child, 'exit')
  }
  return {
    url: running.url,
    restart: async () => {
      await kill()
      running = await start()
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

type Tally = { created: string[]; polled: number; refused: Map<string, number> }

const database = await startDatabase()
const settings = {
  DATABASE_URL: database.url,
  SECRET_KEY: 'a secret that only this run knows and that is long enough',
  RATE_LIMITS: 'off',
}
const direct = await startService(settings)
await direct.stop()
const pooler = await startPooler(database.url)
const pooled = { ...settings, DATABASE_POOL_URL: pooler.url }
const services = [await startService(pooled), await startService(pooled)]
const [first] = services
const key = await getKey(first?.url ?? '', 'operator@example.com')
const tally: Tally = { created: [], polled: 0, refused: new Map() }
const ends = performance.now() + SECONDS * 1000

const operate = async (caller: number): Promise<void> => {
  for (let at = caller; performance.now() < ends; at++) {
    const { url = '' } = services[at % services.length] ?? {}
    try {
      const { status, body } = await quotesCall(url, key, { intake: completeIntake(), sandbox: true })
      if (status >= 400) throw new Error(`${status} ${body.error}`)
      tally.created.push(String(body.uid))
      const other = services[(at + 1) % services.length]?.url ?? ''
      const poll = await quotesCall(other, key, { uid: body.uid })
      if (poll.status >= 400) throw new Error(`${poll.status} ${poll.body.error}`)
      tally.polled++
      await call(`${url}/api/agent/homeowners/dashboard`, { key })
    } catch (error) {
      const name = String((error as Error).message)
      tally.refused.set(name, (tally.refused.get(name) ?? 0) + 1)
      await setTimeout(100)
    }
  }
}

const restarts = async (): Promise<void> => {
  for (let at = 0; at < RESTARTS; at++) {
    await setTimeout((SECONDS * 1000) / (RESTARTS + 1))
    await pooler.restart()
  }
}

await Promise.all([restarts(), ...Array.from({ length: CALLERS }, (_, caller) => operate(caller))])
await until(
  async () => {
    const states = await Promise.all(
      tally.created
        .slice(-5)
        .map(async uid => (await quotesCall(first?.url ?? '', key, { uid })).body.status),
    )
    return states.every(status => status !== 'pending_quotes')
  },
  { withinMs: 60_000 },
)
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const { rows } = await client.query('select uid from intakes')
await client.end()
const stored = new Set(rows.map(({ uid }) => String(uid)))
const lost = tally.created.filter(uid => !stored.has(uid)).length
console.log(
  `PgBouncer in transaction mode, ${SERVER_CONNECTIONS} connections, two services, ${SECONDS} s, ${RESTARTS} kills of the pooler`,
)
console.log(`created ${tally.created.length}, lost ${lost}, polled ${tally.polled}`)
console.log(`refused: ${JSON.stringify(Object.fromEntries(tally.refused))}`)
for (const service of services) await service.stop()
await pooler.stop()
await database.stop()
process.exit(lost === 0 && [...tally.refused.keys()].every(name => /^503 |fetch failed/.test(name)) ? 0 : 1)
