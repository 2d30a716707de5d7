import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { superviseWorker } from '../../src/jobs/worker.ts'
import { createLog } from '../../src/lib/log.ts'
import { createDatabase, query } from '../support/database.ts'
import { until } from '../support/until.ts'

const supervise = (pool: pg.Pool) => {
  const seen: string[] = []
  const worker = superviseWorker({
    app: {},
    pool,
    log: createLog('silent', { write: () => undefined }),
    jobs: [{ name: 'probe', run: async (_app, { mark }: { mark: string }) => void seen.push(mark) }],
  })
  onTestFinished(() => pool.end())
  onTestFinished(() => worker.stop())
  return seen
}

test('a worker that cannot look up its tasks when it starts is replaced by one that can, and jobs run', async () => {
  const databaseUrl = await createDatabase()
  let failures = 1
  class FailsOnce extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method.
    override query(...given: any[]): any {
      const isLookUp = String(given[0]?.text).includes('_private_tasks as tasks (identifier)')
      if (isLookUp && failures-- > 0) return Promise.reject(new Error('a link that breaks'))
      return (super.query as (...args: unknown[]) => unknown)(...given)
    }
  }
  const seen = supervise(new pg.Pool({ connectionString: databaseUrl, Client: FailsOnce }))
  await query(databaseUrl, `select graphile_worker.add_job('probe', '{"mark":"ran"}')`)
  await until(() => seen.length > 0, { withinMs: 25_000 })
  expect(seen).toEqual(['ran'])
  expect(failures).toBeLessThan(1)
})

test('a worker whose lock is lost with its connection takes it again, so that nobody frees its jobs', async () => {
  const databaseUrl = await createDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl })
  pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined))
  supervise(pool)
  const holder = async () => {
    const [lock] = await query<{ pid: number }>(
      databaseUrl,
      `select pid from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and datname = current_database()`,
    )
    return lock?.pid
  }
  const first = await until(holder)
  await query(databaseUrl, 'select pg_terminate_backend($1)', [first])
  const next = await until(async () => {
    const pid = await holder()
    return pid === first ? undefined : pid
  })
  expect(next).not.toBe(first)
})
