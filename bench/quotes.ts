import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import { startService as startHere } from '../src/service.ts'
import { getKey } from '../test/support/people/client.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { startDatabase } from './database.ts'
import { cpuMicroseconds } from './process-facts.ts'
import { startService } from './processes.ts'
import { AT_ONCE, type Caller, create, EMAIL, SETTINGS, submit, timed } from './quote-calls.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'
import { recorded, replay, type Statement } from './statements.ts'

const WARM_UP = 6
const ROUNDS = 4
const EACH = 500
const BAR = 0.6

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
