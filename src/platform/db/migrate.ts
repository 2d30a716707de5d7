import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { projectFile } from '../project-file.ts'
import { isDeadlock, isLockTimeout } from './database.ts'

const MARK = /^-- concurrently\n/

const isConcurrent = (sql: string): boolean => MARK.test(sql)

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(text => text.trim())
    .filter(text => text !== '')

const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s/i

/** An interrupted build leaves an invalid index, which `if not exists` would accept. */
const dropInvalid = async (client: pg.PoolClient, name: string): Promise<void> => {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}

/** It may be interrupted and run again. It blocks no writers, so it has no time limit. */
const applyConcurrently = async (client: pg.PoolClient, sql: string): Promise<void> => {
  for (const statement of statementsOf(sql)) {
    const [, index] = INDEX.exec(statement) ?? []
    if (index === undefined)
      throw new Error('Only "create index concurrently if not exists" can run like this.')
    await dropInvalid(client, index)
    await client.query(statement)
  }
}

const folder = projectFile('migrations/')
const LOCK = 7_242_424_001

const LOCK_TIMEOUT_MS = 300
const PAUSE_MS = 2 * SECOND
const TURN_MS = SECOND / 4

export type Migration = { name: string; sql: string }

export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => /^\d{4}-.+\.sql$/.test(name)).sort()
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

const hasTable = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('"migrations"') as found`)
  return rows[0]?.found != null
}

/** Asks first, because the role of the service may not create tables. */
const createTableIfMissing = async (client: pg.PoolClient, schema: string | null): Promise<void> => {
  if (await hasTable(client)) return
  if (schema !== null) await client.query(`create schema if not exists "${schema}"`)
  await client.query('create table "migrations" (name text primary key, applied_at timestamptz not null)')
}

const applied = async (client: pg.PoolClient): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>('select name from "migrations"')
  return new Set(rows.map(row => row.name))
}

const note = (client: pg.PoolClient, name: string) =>
  client.query('insert into "migrations" (name, applied_at) values ($1, clock_timestamp())', [name])

const applyOnce = async (client: pg.PoolClient, { name, sql }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(sql)
    await note(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const apply = async (client: pg.PoolClient, migration: Migration, log: Log): Promise<void> => {
  const { name } = migration
  log.info({ migration: name }, 'migration begins')
  if (isConcurrent(migration.sql)) {
    await applyConcurrently(client, migration.sql)
    await note(client, name)
  } else
    for (let attempt = 1; ; attempt++)
      try {
        await applyOnce(client, migration)
        break
      } catch (error) {
        if (!isLockTimeout(error) && !isDeadlock(error)) throw error
        log.warn({ migration: name, attempt }, 'migration waits for a lock')
        await setTimeout(PAUSE_MS)
      }
  log.info({ migration: name }, 'migration applied')
}

/** Polls, because a wait inside the server holds a snapshot that a concurrent index build would wait for forever. */
const takeTurn = async (client: pg.PoolClient, log: Log): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    if (tries % 40 === 4) log.info('another replica migrates, waiting')
    await setTimeout(TURN_MS)
  }
}

const NOT_BESIDE = /^-- Not beside an earlier release\b/

export const migrationsAlone = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ name, sql }) => (NOT_BESIDE.test(sql) ? [name.slice(0, 4)] : []))

/** Siblings and a release that a rolling deploy replaces carry the number of the migration, or a later one. */
export const refuseEarlierSessions = async (
  client: pg.PoolClient | pg.Pool,
  needed: string | undefined,
): Promise<void> => {
  if (needed === undefined) return
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name ~ ('^bindery(-jobs|-patient)?' ||
         coalesce(substring(current_setting('application_name') from '@[a-z0-9_]+'), '') || '( |$)')
       and coalesce(substring(application_name from ' ([0-9]{4})$'), '0000') < $1`,
    [needed],
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new ConfigError(
      `An earlier release of Bindery still uses this database (${count} connections). What it writes from now on would be refused. Stop it, then start this one.`,
    )
}

type Migrating = {
  log: Log
  schema?: string | null
  alsoRun?: () => Promise<void>
  migrations?: readonly Migration[]
}

export const migrate = async (
  pool: pg.Pool,
  { log, schema = null, alsoRun, migrations }: Migrating,
): Promise<string[]> => {
  const client = await pool.connect()
  try {
    await takeTurn(client, log)
    await createTableIfMissing(client, schema)
    const done = await applied(client)
    const missing = (migrations ?? (await readMigrations())).filter(({ name }) => !done.has(name))
    await refuseEarlierSessions(client, migrationsAlone(missing).at(-1))
    for (const migration of missing) await apply(client, migration, log)
    await alsoRun?.()
    return missing.map(({ name }) => name)
  } finally {
    client.release(true)
  }
}

const FIRST_SEALS = '0015-row-seals.sql'

export type MigrationState = { done: ReadonlySet<string>; missing: string[] }

const stateIn = async (client: pg.PoolClient): Promise<MigrationState> => {
  const done = (await hasTable(client)) ? await applied(client) : new Set<string>()
  const missing = (await readMigrations()).map(({ name }) => name).filter(name => !done.has(name))
  return { done, missing }
}

export const migrationState = async (pool: pg.Pool): Promise<MigrationState> => {
  const client = await pool.connect()
  try {
    return await stateIn(client)
  } finally {
    client.release()
  }
}

/** Asked before the migrations run. What a sibling has applied of them so far is no earlier release. */
export const stateToMigrate = async (pool: pg.Pool, log: Log): Promise<MigrationState> => {
  const client = await pool.connect()
  try {
    await takeTurn(client, log)
    const state = await stateIn(client)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    return state
  } finally {
    client.release(true)
  }
}

export const isFromBeforeSeals = ({ done }: MigrationState): boolean =>
  done.size > 0 && !done.has(FIRST_SEALS)
