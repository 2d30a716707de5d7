import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { startService as startHere } from '../src/service.ts'
import { getKey } from '../test/support/client.ts'
import { freePort } from '../test/support/free-port.ts'
import { completeIntake } from '../test/support/homeowners.ts'
import { startDatabase } from './database.ts'
import { cpuMicroseconds } from './process-facts.ts'
import { startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'
import { recorded, replay, type Statement } from './statements.ts'

const WARM_UP = 6
const ROUNDS = 4
const EACH = 500
const AT_ONCE = 8
const BAR = 0.6
const EMAIL = 'operator@example.com'

const SETTINGS = {
  SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'operator=2000000000/60',
}

type Caller = { url: string; key: string }

const sockets = new Agent({ keepAlive: true })

/** Node's own HTTP client, because fetch uses several times the CPU on the same two cores. */
const post = (url: string, headers: Record<string, string>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent: sockets, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        Number(response.statusCode) > 299
          ? reject(new Error(`answered ${response.statusCode}: ${text}`))
          : resolve(text),
      )
    })
      .on('error', reject)
      .end(body)
  })

const ask = async ({ url, key }: Caller, body: object): Promise<string> => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const answer = await post(`${url}/api/agent/homeowners/quotes`, headers, JSON.stringify(body))
  return /"uid":"(\w+)"/.exec(answer)?.[1] ?? ''
}

const create = (agent: Caller): Promise<string> => ask(agent, { intake: completeIntake() })

/** Submits the application: consent, state, audit, jobs, and email in one transaction. */
const submit = (agent: Caller, uid: string): Promise<string> =>
  ask(agent, { uid, credit_check_authorized: true })

/** Runs `act` for every item concurrently and returns the rate per second. */
const timed = async <T>(items: readonly T[], act: (item: T, worker: number) => Promise<unknown>) => {
  const queue = items.values()
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (const item of queue) await act(item, worker)
    }),
  )
  return (items.length * 1000) / (performance.now() - begun)
}

const each = Array.from({ length: EACH }, (_, at) => at)
type Recording = { creates: Statement[][]; submits: Statement[][] }

/** Records the statements of real calls, one call at a time. */
const record = async (databaseUrl: string, key: string): Promise<Recording> => {
  const port = await freePort()
  const config = readConfig({ ...SETTINGS, PORT: String(port), DATABASE_URL: databaseUrl })
  const service = await startHere({ config, work: false })
  const agent = { url: config.publicUrl, key }
  const creates: Statement[][] = []
  const submits: Statement[][] = []
  for (let made = 0; made < (ROUNDS + 1) * EACH; made++) {
    let uid = ''
    creates.push(
      await recorded(async () => {
        uid = await create(agent)
      }),
    )
    submits.push(await recorded(() => submit(agent, uid)))
  }
  await service.stop()
  return { creates, submits }
}

const overHttp = (agent: Caller, pid: number) => async () => {
  const uids: string[] = []
  const begun = cpuMicroseconds(pid)
  const creates = await timed(each, async at => {
    uids[at] = await create(agent)
  })
  const between = cpuMicroseconds(pid)
  const submits = await timed(uids, uid => submit(agent, uid))
  return {
    creates,
    submits,
    createsCpu: (between - begun) / EACH,
    submitsCpu: (cpuMicroseconds(pid) - between) / EACH,
  }
}

const straight = (clients: readonly pg.Client[], recording: Recording) => async (round: number) => {
  const run = (calls: Statement[][]) =>
    timed(calls.slice(round * EACH, (round + 1) * EACH), (statements, worker) =>
      replay(clients[worker] as pg.Client, statements),
    )
  return { creates: await run(recording.creates), submits: await run(recording.submits) }
}

export const quotes = async (): Promise<void> => {
  const database = await startDatabase()
  const first = await startService({ ...SETTINGS, DATABASE_URL: database.url }, '--no-worker')
  const key = await getKey(first.url, EMAIL)
  await first.stop()
  const recording = await record(await database.copy('recorded'), key)
  const replayUrl = await database.copy('replayed')
  const service = await startService(
    { ...SETTINGS, DATABASE_URL: await database.copy('served') },
    '--no-worker',
  )
  const clients = Array.from({ length: AT_ONCE }, () => new pg.Client({ connectionString: replayUrl }))
  for (const client of clients) await client.connect()
  const call = overHttp({ url: service.url, key }, service.pid)
  for (let round = 0; round < WARM_UP; round++) await call()
  const [we, they] = await inTurns([call, straight(clients, recording)], ROUNDS)
  for (const name of ['creates', 'submits'] as const) {
    const [ours, theirs] = [we?.[name] ?? 0, they?.[name] ?? 0]
    const count = recording[name].at(-1)?.length
    console.log(
      `${name}: ${perSecond(ours)}, their ${count} statements alone ${perSecond(theirs)}, ${AT_ONCE} at once`,
    )
    tellRatio(ours / theirs, BAR)
  }
  for (const client of clients) await client.end()
  await service.stop()
  await database.stop()
}
