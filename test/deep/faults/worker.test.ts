import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Job, Lane } from '../../../src/platform/jobs/job.ts'
import { superviseWorker } from '../../../src/platform/jobs/worker.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { until } from '../../support/runs/until.ts'

const lane = (name: string, job: Job<object>): Lane<object> => ({ name, concurrency: 2, jobs: [job] })

const supervise = (pool: pg.Pool) => {
  const seen: string[] = []
  const worker = superviseWorker({
    app: {},
    pool,
    log: createLog('silent', { write: () => undefined }),
    lanes: [
      lane('rest', { name: 'probe', run: async (_app, { mark }: { mark: string }) => void seen.push(mark) }),
    ],
  })
  onTestFinished(() => pool.end())
  onTestFinished(() => worker.stop())
  return seen
}

/** `answer` sees each statement first, and passes it on or answers it itself. */
const poolWith = (
  connectionString: string,
  answer: (text: string, pass: () => unknown) => unknown = (_, pass) => pass(),
): pg.Pool => {
  class Watched extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method.
    override query(...given: any[]): any {
      return answer(String(given[0]?.text ?? given[0]), () =>
        (super.query as (...args: unknown[]) => unknown)(...given),
      )
    }
  }
  return new pg.Pool({ connectionString, Client: Watched })
    .on('error', () => undefined)
    .on('connect', client => client.on('error', () => undefined))
}

/** Connections of which the first statement with this in it is refused, while they live on. */
const refusingOnce = (connectionString: string, refused: string): pg.Pool => {
  let refusals = 1
  return poolWith(connectionString, (text, pass) =>
    text.includes(refused) && refusals-- > 0 ? Promise.reject(new Error('refused, for once')) : pass(),
  )
}

const lockHolder = async (databaseUrl: string): Promise<number | undefined> => {
  const [lock] = await query<{ pid: number }>(
    databaseUrl,
    `select pid from pg_locks join pg_database on pg_database.oid = database
     where locktype = 'advisory' and datname = current_database()`,
  )
  return lock?.pid
}

test('a worker that cannot look up its tasks when it starts is replaced by one that can, and jobs run', async () => {
  const databaseUrl = await createDatabase()
  const seen = supervise(refusingOnce(databaseUrl, '_private_tasks as tasks (identifier)'))
  await query(databaseUrl, `select graphile_worker.add_job('probe', '{"mark":"ran"}')`)
  await until(() => seen.length > 0)
  expect(seen).toEqual(['ran'])
})

test('a worker whose lock was refused asks for it again', async () => {
  const databaseUrl = await createDatabase()
  supervise(refusingOnce(databaseUrl, 'pg_try_advisory_lock'))
  expect(await until(() => lockHolder(databaseUrl))).toBeGreaterThan(0)
})

test('a worker whose lock is lost with its connection takes it again, so that nobody frees its jobs', async () => {
  const databaseUrl = await createDatabase()
  supervise(poolWith(databaseUrl))
  const first = await until(() => lockHolder(databaseUrl))
  await query(databaseUrl, 'select pg_terminate_backend($1)', [first])
  const next = await until(async () => {
    const pid = await lockHolder(databaseUrl)
    return pid === first ? undefined : pid
  })
  expect(next).not.toBe(first)
})

test('a worker that lost its lock asks its connection all the time, and frees no jobs while others may still come back', async () => {
  const databaseUrl = await createDatabase()
  const asked: string[] = []
  const pool = poolWith(databaseUrl, (text, pass) => {
    asked.push(text)
    return pass()
  })
  const count = (text: string) => asked.filter(one => one.includes(text)).length
  const looksForDead = 'select distinct locked_by'
  supervise(pool)
  const first = await until(() => lockHolder(databaseUrl))
  await until(() => count(looksForDead) > 0)
  await query(databaseUrl, 'select pg_terminate_backend($1)', [first])
  await until(async () => ![undefined, first].includes(await lockHolder(databaseUrl)))
  asked.length = 0
  await until(() => count('select 1') >= 2)
  expect(count(looksForDead)).toBe(0)
})

test('a job whose hand-over was lost on the way is run by somebody else soon, while one that takes long stays its own', async () => {
  const databaseUrl = await createDatabase()
  const [started, done]: [string[], string[]] = [[], []]
  const enough = new AbortController()
  let isLost = false
  const pool = poolWith(databaseUrl, async (text, pass) => {
    const answer = (await pass()) as pg.QueryResult
    if (isLost || started.length === 0 || !text.includes('skip locked') || answer.rows.length === 0)
      return answer
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  })
  const worker = superviseWorker({
    app: {},
    pool,
    log: createLog('silent', { write: () => undefined }),
    lanes: [
      lane('rest', {
        name: 'probe',
        run: async (_app, { mark }: { mark: string }) => {
          started.push(mark)
          if (mark === 'long') await once(enough.signal, 'abort')
          done.push(mark)
        },
      }),
    ],
  })
  onTestFinished(() => pool.end())
  onTestFinished(() => worker.stop())
  const add = (mark: string) =>
    query(databaseUrl, `select graphile_worker.add_job('probe', json_build_object('mark', $1::text))`, [mark])
  await add('long')
  await until(() => started.length > 0)
  await add('lost')
  await until(() => isLost)
  await until(() => done.length > 0)
  expect({ started, done }).toEqual({ started: ['long', 'lost'], done: ['lost'] })
  enough.abort()
})

/** What would end a process: rejections that nobody waits for while `act` runs and right after it. */
const unhandledDuring = async (act: () => Promise<void>): Promise<unknown[]> => {
  const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[]
  const seen: unknown[] = []
  const see = (error: unknown) => void seen.push(error)
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', see)
  try {
    await act()
    await setImmediate()
    return seen
  } finally {
    process.off('unhandledRejection', see)
    for (const listener of others) process.on('unhandledRejection', listener)
  }
}

test('a connection that dies while LISTEN is under way and the worker stops leaves no rejection behind', async () => {
  let listening: ((error: Error) => void) | undefined
  const pool = poolWith(await createDatabase(), (text, pass) => {
    if (text.startsWith('LISTEN'))
      return new Promise((_resolve, reject) => {
        listening = reject
      })
    if (!text.startsWith('UNLISTEN')) return pass()
    const error = new Error('Connection terminated unexpectedly')
    listening?.(error)
    return Promise.reject(error)
  })
  const log = createLog('silent', { write: () => undefined })
  const worker = superviseWorker({
    app: {},
    pool,
    log,
    lanes: [lane('rest', { name: 'probe', run: async () => undefined })],
  })
  await until(() => listening)
  expect(await unhandledDuring(() => worker.stop())).toEqual([])
  await pool.end()
})

test('a lane whose jobs all hang holds up no other lane, and its jobs stay its own', async () => {
  const databaseUrl = await createDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined))
  onTestFinished(() => pool.end())
  const [hung, done] = [new Set<string>(), new Set<string>()]
  const worker = superviseWorker({
    app: {},
    pool,
    log: createLog('silent', { write: () => undefined }),
    lanes: [
      lane('emails', {
        name: 'hangs',
        run: (_app, { mark }: { mark: string }, { signal }) => {
          hung.add(mark)
          return once(signal, 'abort').then(() => undefined)
        },
      }),
      lane('rest', { name: 'works', run: async (_app, { mark }: { mark: string }) => void done.add(mark) }),
    ],
  })
  onTestFinished(() => worker.stop())
  await query(
    databaseUrl,
    `select graphile_worker.add_job('hangs', json_build_object('mark', at::text)) from generate_series(1, 16) as at`,
  )
  await until(() => hung.size === 2)
  await query(
    databaseUrl,
    `select graphile_worker.add_job('works', json_build_object('mark', at::text)) from generate_series(1, 20) as at`,
  )
  await until(() => done.size === 20)
  expect(hung.size).toBe(2)
  const [locks] = await query<{ count: number; sessions: number }>(
    databaseUrl,
    `select count(*)::int, count(distinct pid)::int as sessions from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks).toEqual({ count: 2, sessions: 1 })
})

test('queueing a job reads none of the jobs that wait, also with a plan from when there were few, and makes and tells what the library does', async () => {
  const client = new pg.Client({ connectionString: await createDatabase() })
  await client.connect()
  onTestFinished(() => client.end())
  const told: (string | undefined)[] = []
  client.on('notification', ({ payload }) => told.push(payload?.replace(/"r":[^,]+,/, '')))
  await client.query('listen "jobs:insert"')
  await client.query('begin')
  for (let job = 0; job < 10; job++) await client.query(`select queue_job('probe', '{}', 1)`)
  const { rows } = await client.query(
    `select n_tup_ins::int as added, seq_tup_read::int as read from pg_stat_xact_all_tables where relname = '_private_jobs'`,
  )
  expect(rows).toEqual([{ added: 10, read: 0 }])
  await client.query(`select graphile_worker.add_job('probe', '{}', max_attempts => 1)`)
  const { rows: kinds } = await client.query(
    `select count(*)::int as jobs from graphile_worker._private_jobs as job group by to_jsonb(job) - 'id'`,
  )
  expect(kinds).toEqual([{ jobs: 11 }])
  await client.query('commit')
  expect(told).toEqual(Array(11).fill('{"count":1}'))
})
