import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { getKey } from '../test/support/people/client.ts'
import { startDatabase } from './database.ts'
import { cpuMicroseconds } from './process-facts.ts'
import { startServiceFrom } from './processes.ts'
import { create, EMAIL, SETTINGS, submit, timed } from './quote-calls.ts'
import { inTurns, perSecond } from './rounds.ts'

const WARM_UP = 4
const ROUNDS = 5
const EACH = Number(process.env.WRITES_EACH ?? 500)
/** The log of requests is written a second later. */
const LATE_MS = 1200
const each = Array.from({ length: EACH }, (_, at) => at)

/** CPU time of the PostgreSQL backends that serve this database. */
const backendsOf = async (admin: pg.Client, name: string): Promise<number> => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = $1 and application_name ~ '^bindery( |$)'`,
    [name],
  )
  return rows.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0)
}

const walBytes = async (admin: pg.Client): Promise<number> => {
  const { rows } = await admin.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
  )
  return Number(rows[0]?.bytes)
}

type Side = { from: string; database: string; url: string }

const startSide = async ({ from, database, url }: Side, admin: pg.Client) => {
  // Earlier versions know fewer budgets, so none can be named.
  const settings = { ...SETTINGS, RATE_LIMITS: 'off', DATABASE_URL: url }
  const service = await startServiceFrom(from, settings, '--no-worker')
  const agent = { url: service.url, key: await getKey(service.url, EMAIL) }
  const spent = async () => ({
    node: cpuMicroseconds(service.pid),
    postgres: await backendsOf(admin, database),
    wal: await walBytes(admin),
  })
  const measured = async (act: () => Promise<number>) => {
    const before = await spent()
    const rate = await act()
    await setTimeout(LATE_MS)
    const after = await spent()
    return {
      rate,
      node: (after.node - before.node) / EACH,
      postgres: (after.postgres - before.postgres) / EACH,
      wal: (after.wal - before.wal) / EACH,
    }
  }
  const round = async () => {
    const uids: string[] = []
    const created = await measured(() =>
      timed(each, async at => {
        uids[at] = await create(agent)
      }),
    )
    const submitted = await measured(() => timed(uids, uid => submit(agent, uid)))
    return {
      createRate: created.rate,
      createNode: created.node,
      createPostgres: created.postgres,
      createWal: created.wal,
      submitRate: submitted.rate,
      submitNode: submitted.node,
      submitPostgres: submitted.postgres,
      submitWal: submitted.wal,
    }
  }
  for (let at = 0; at < WARM_UP; at++) await round()
  return { round, stop: () => service.stop() }
}

const facts = (side: Record<string, number> | undefined, name: 'create' | 'submit') => {
  const [node = Number.NaN, postgres = Number.NaN] = [side?.[`${name}Node`], side?.[`${name}Postgres`]]
  const [wal = Number.NaN, rate = Number.NaN] = [side?.[`${name}Wal`], side?.[`${name}Rate`]]
  return { node, postgres, both: node + postgres, wal, rate }
}

/**
 * Compares this build with earlier ones, built in the folders of `BASELINE`, separated by commas. What was tried is in
 * docs/benchmarks.md, and also: a plan for adding jobs that was made while few waited read every waiting job for each new
 * one, so `queue_job` asks for a generic plan without scans. The seal log is searched by two looks into its index: with
 * one condition joined by `or`, PostgreSQL walks through all of it.
 */
export const writes = async (): Promise<void> => {
  const database = await startDatabase()
  const admin = new pg.Client({ connectionString: database.url })
  const folders = [
    ...String(process.env.BASELINE)
      .split(',')
      .map(folder => resolve(folder)),
    process.cwd(),
  ]
  const running: Awaited<ReturnType<typeof startSide>>[] = []
  const copies: Side[] = []
  for (const [at, from] of folders.entries())
    copies.push({ from, database: `side_${at}`, url: await database.copy(`side_${at}`) })
  await admin.connect()
  for (const side of copies) running.push(await startSide(side, admin))
  const measured = await inTurns(
    running.map(({ round }) => round),
    ROUNDS,
  )
  for (const name of ['create', 'submit'] as const) {
    const { both: now } = facts(measured.at(-1), name)
    for (const [at, folder] of folders.entries()) {
      const { node, postgres, both, wal, rate } = facts(measured[at], name)
      console.log(
        `${name} ${folder}: Node ${Math.round(node)} µs, PostgreSQL ${Math.round(postgres)} µs, both ${Math.round(both)} µs, WAL ${(wal / 1000).toFixed(1)} KB, ${perSecond(rate)}; this build takes ${(now / both).toFixed(2)} times its CPU`,
      )
    }
  }
  for (const { stop } of running) await stop()
  await admin.end()
  await database.stop()
}
