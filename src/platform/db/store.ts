import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { SealedColumn } from './seals/sealed-column.ts'
import { valueIn } from './seals/sealed-column.ts'
import { t, table } from './table.ts'

export const readiness = table('readiness', 'proof that the database takes writes', {
  one: t.key(t.bool()),
  written_at: t.time(),
})

export const secretCanary = table('secret_canary', 'encrypted; opened at every start', {
  one: t.key(t.bool()),
  sealed: t.bytes(),
  earlier_until: t.orNull(t.time()),
})

export const migrations = table('migrations', 'names of files; a wrong one fails at start', {
  name: t.key(t.text()),
  applied_at: t.time(),
})

export const askDatabase = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db)
}

/** Fails on a read-only standby and on a full disk, where a read still succeeds. */
export const writeToDatabase = async (db: Db, now: Date): Promise<void> => {
  await sql`
    insert into readiness (written_at) values (${now}) on conflict (one) do update set written_at = excluded.written_at
  `.execute(db)
}

export const readCanary = async (pool: pg.Pool): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from secret_canary')
  return rows[0]?.sealed ?? null
}

/** A release that cannot read the newest forms may run until then. Null: none ever did. */
export const readEarlierUntil = async (pool: pg.Pool): Promise<Date | null> => {
  const { rows } = await pool.query<{ earlier_until: Date | null }>('select earlier_until from secret_canary')
  return rows[0]?.earlier_until ?? null
}

export const insertCanary = async (pool: pg.Pool, sealed: Buffer): Promise<void> => {
  await pool.query('insert into secret_canary (sealed) values ($1) on conflict do nothing', [sealed])
}

export const sampleSealed = async (
  pool: pg.Pool,
  column: SealedColumn,
): Promise<{ row: Record<string, unknown>; sealed: Buffer } | null> => {
  const value = valueIn(column)
  const { rows } = await pool.query<Record<string, unknown> & { sampled_value: Buffer }>(
    `select ${column.key.join(', ')}, ${value} as sampled_value from ${column.table}
     where ${column.only ?? 'true'} and ${value} is not null limit 1`,
  )
  const [row] = rows
  return row ? { row, sealed: row.sampled_value } : null
}

export const readServerVersionNumber = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  return Number(rows[0]?.version)
}

export const readCurrentSchema = async (pool: pg.Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ name: string | null }>('select current_schema() as name')
  return rows[0]?.name ?? null
}

export const readDatabaseTime = async (pool: pg.Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('The database did not say what time it is.')
  return row.now
}
