import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { startService as startHere } from '../src/service.ts'
import { getKey } from '../test/support/client.ts'
import { freePort } from '../test/support/free-port.ts'
import { completeIntake, quotesCall } from '../test/support/homeowners.ts'
import { startDatabase } from './database.ts'
import { startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'
import { recorded, replay, type Statement } from './statements.ts'

const ROUNDS = 4
const EACH = 250
const AT_ONCE = 8
const BAR = 0.6
const EMAIL = 'operator@example.com'

const SETTINGS = {
  SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'operator=2000000000/60',
}

type Agent = { url: string; key: string }

const ask = async ({ url, key }: Agent, body: object): Promise<string> => {
  const { status, body: answer } = await quotesCall(url, key, body, { 'idempotency-key': randomUUID() })
  if (status > 299) throw new Error(`answered ${status}: ${JSON.stringify(answer)}`)
  return String(answer.uid)
}

const create = (agent: Agent): Promise<string> => ask(agent, { intake: completeIntake() })

/** The homeowner's consent completes the application: consent, state, audit, jobs and mail in one transaction. */
const submit = (agent: Agent, uid: string): Promise<string> =>
  ask(agent, { uid, credit_check_authorized: true })

/** `act` for every item, so many at once, and how many were done in a second. */
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

/** One after the other, in this process: what each call asks of the database, with the values of a real call. */
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

const overHttp = (agent: Agent) => async () => {
  const uids: string[] = []
  const creates = await timed(each, async at => {
    uids[at] = await create(agent)
  })
  return { creates, submits: await timed(uids, uid => submit(agent, uid)) }
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
  const [we, they] = await inTurns(
    [overHttp({ url: service.url, key }), straight(clients, recording)],
    ROUNDS,
  )
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
