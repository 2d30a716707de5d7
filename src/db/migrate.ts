import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { projectFile } from '../lib/project-file.ts'

const folder = projectFile('migrations/')
const LOCK = 7_242_424_001

type Migration = { name: string; sql: string }

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => /^\d{4}-.+\.sql$/.test(name)).sort()
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

const createTable = (client: pg.PoolClient) =>
  client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
  )

const applied = async (client: pg.PoolClient): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(row => row.name))
}

const apply = async (client: pg.PoolClient, { name, sql }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, applied_at) values ($1, clock_timestamp())', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Runs what is missing, one replica at a time. A database that is ahead of this code is fine:
 * during a deploy old and new code run side by side.
 */
export const migrate = async (pool: pg.Pool, alsoRun: () => Promise<void>): Promise<string[]> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await createTable(client)
    const done = await applied(client)
    const missing = (await readMigrations()).filter(({ name }) => !done.has(name))
    for (const migration of missing) await apply(client, migration)
    await alsoRun()
    return missing.map(({ name }) => name)
  } finally {
    // A closed session gives the lock back, also after an error.
    client.release(true)
  }
}

const hasTable = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('migrations') as found")
  return rows[0]?.found != null
}

/** Only looks: a database that was never migrated stays as it is. */
export const pendingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  const client = await pool.connect()
  try {
    const done = (await hasTable(client)) ? await applied(client) : new Set<string>()
    return (await readMigrations()).map(({ name }) => name).filter(name => !done.has(name))
  } finally {
    client.release()
  }
}
