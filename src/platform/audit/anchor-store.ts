import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { lockName } from '../db/named-lock.ts'
import type { SealedTable } from '../db/seals/row-seal.ts'
import { outOfTurn } from '../db/seals/seal-log.ts'
import { type Row, t, table, tablesOf } from '../db/table.ts'
import type { Anchor, LoggedSeal } from './anchor.ts'

export const sealLog = table('seal_log', 'the anchors cover it', {
  seq: t.key(t.generated(t.number())),
  table_name: t.text(),
  row_key: t.text(),
  about: t.orNull(t.text()),
  seal: t.orNull(t.bytes()),
  deleted: t.bool(),
})

export const sealAnchors = table('seal_anchors', 'each is signed and chained to the one before', {
  anchor: t.key(t.number()),
  last_seq: t.number(),
  missing: t.bigints(),
  late: t.bigints(),
  hash: t.bytes(),
  mac: t.bytes(),
  anchored_at: t.time(),
  counted: t.orNull(t.bool()),
})

const tables = tablesOf(sealLog, sealAnchors)

type StoredAnchor = Row<typeof sealAnchors>

const anchorOf = (row: StoredAnchor): Anchor => ({
  ...row,
  missing: row.missing.map(Number),
  late: row.late.map(Number),
})

export const listSealColumns = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'seal' and relkind = 'r' and pg_table_is_visible(pg_class.oid)`,
  )
  return rows.map(({ name }) => name)
}

const anyLogged = (db: Db) => tables(db).selectFrom('seal_log').select('seq').limit(1)

export const hasSealLog = async (db: Db): Promise<boolean> => (await anyLogged(db).execute()).length > 0

export const isEverLogged = async (db: Db, name: string): Promise<boolean> =>
  (await anyLogged(db).where('table_name', '=', name).execute()).length > 0

export type BareRows = { count: number; keys: { row_key: string; had_seal: boolean }[] }

const SHOWN = 10

/** Rows that had a seal once come first: somebody took it away. */
export const listBareRows = async (client: pg.Pool, table: SealedTable): Promise<BareRows> => {
  const { rows } = await client.query<BareRows['keys'][number] & { count: number }>(
    `with bare as (select ${table.keyInLog(table.table)} as row_key from ${table.table} where seal is null)
     select row_key, count(*) over ()::integer as count, exists (
       select from seal_log where table_name = $1 and seal_log.row_key = bare.row_key and seal is not null
     ) as had_seal
     from bare order by had_seal desc, row_key limit ${SHOWN}`,
    [table.table],
  )
  return { count: rows[0]?.count ?? 0, keys: rows.map(({ row_key, had_seal }) => ({ row_key, had_seal })) }
}

/** True for the owner of the tables, and before deploy/postgres-roles.sql ran. */
export const mayRewriteEvidence = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('seal_log', 'insert') or has_table_privilege('seal_log', 'delete') as may`.execute(
    db,
  )
  return rows[0]?.may === true
}

export const lockAnchors = (db: Db): Promise<void> => lockName(db, 'seal-anchors')

export const lastAnchor = async (db: Db): Promise<Anchor | null> => {
  const row = await tables(db)
    .selectFrom('seal_anchors')
    .selectAll()
    .orderBy('anchor', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? anchorOf(row) : null
}

export const hasAnchor = async (
  db: Db,
  { anchor, hash }: Pick<Anchor, 'anchor' | 'hash'>,
): Promise<boolean> => {
  const found = tables(db).selectFrom('seal_anchors').select('anchor').where('anchor', '=', anchor)
  return (await found.where('hash', '=', hash).execute()).length === 1
}

export const listUnanchored = (db: Db, before: Anchor | null, limit: number): Promise<LoggedSeal[]> => {
  const log = tables(db).selectFrom('seal_log').selectAll()
  const late = log.where('seq', '=', sql<number>`any(${before?.missing ?? []}::bigint[])`)
  const later = log
    .where('seq', '>', before?.last_seq ?? 0)
    .orderBy('seq')
    .limit(limit)
  return tables(db)
    .selectFrom(late.unionAll(({ parens }) => parens(later)).as('unanchored'))
    .selectAll()
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** An empty log was given none. On a cluster the numbers are those of the node that keeps the log. */
const LAST_GIVEN = 'select last_number(seq) as given from seal_log order by seq desc limit 1'

/** The sequence has given no number above it. Read it after the log. */
export const lastGivenSeq = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ given: number }>`${sql.raw(LAST_GIVEN)}`.execute(db)
  return rows[0]?.given ?? 0
}

export const insertAnchor = async (db: Db, anchor: Anchor): Promise<void> => {
  await tables(db).insertInto('seal_anchors').values(anchor).execute()
}

export const listAnchors = async (client: pg.PoolClient, after: number, limit: number): Promise<Anchor[]> => {
  const { rows } = await client.query<StoredAnchor>(
    'select * from seal_anchors where anchor > $1 order by anchor limit $2',
    [after, limit],
  )
  return rows.map(anchorOf)
}

export const listAnchored = async (
  client: pg.PoolClient,
  before: Anchor | null,
  { last_seq, missing, late }: Anchor,
): Promise<LoggedSeal[]> => {
  const { rows } = await client.query<LoggedSeal>(
    `select seq, table_name, row_key, about, seal, deleted from seal_log
     where (seq > $1 and seq <= $2 and not seq = any($3::bigint[])) or seq = any($4::bigint[]) order by seq`,
    [before?.last_seq ?? 0, last_seq, missing, late],
  )
  return rows
}

export const countInvented = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from seal_log
     where seq < 1 or seq > (${LAST_GIVEN})`,
  )
  return rows[0]?.count ?? 0
}

export const updateAnchorMac = async (
  pool: pg.Pool,
  { anchor, mac }: Pick<Anchor, 'anchor' | 'mac'>,
): Promise<void> => {
  await pool.query('update seal_anchors set mac = $2 where anchor = $1', [anchor, mac])
}

export type SealDifference = { row_key: string; is_gone: boolean }

export const listSealDifferences = async (
  client: pg.PoolClient,
  table: SealedTable,
): Promise<SealDifference[]> => {
  const { rows } = await client.query<SealDifference>(
    `with latest as (
       select distinct on (row_key) row_key, seal from seal_log where table_name = $1 order by row_key, seq desc
     ), present as (select ${table.keyInLog(table.table)} as row_key, seal from ${table.table})
     select coalesce(latest.row_key, present.row_key) as row_key, present.row_key is null as is_gone
     from latest full join present on present.row_key = latest.row_key
     where latest.seal is distinct from present.seal`,
    [table.table],
  )
  return rows
}

/** An old row was put back, or an entry of its log is missing. */
export const listOutOfTurn = async (client: pg.PoolClient, { table }: SealedTable): Promise<string[]> => {
  const { rows } = await client.query<{ row_key: string }>(
    `with ${outOfTurn('table_name = $1')} select distinct row_key from out_of_turn`,
    [table],
  )
  return rows.map(({ row_key }) => row_key)
}

/** No application takes over the row of another, or it would be erased in its place. */
export const listMoved = async (
  client: pg.PoolClient,
  { table, deletion }: SealedTable,
): Promise<string[]> => {
  if (deletion !== 'erasure') return []
  const { rows } = await client.query<{ row_key: string }>(
    'select row_key from seal_log where table_name = $1 group by row_key having count(distinct about) > 1',
    [table],
  )
  return rows.map(({ row_key }) => row_key)
}

/** `about` is read from the first entry of the row, because a forger can change the row before deleting it. */
const MAY_GO: Record<Exclude<SealedTable['deletion'], 'free'>, string> = {
  never: 'false',
  erasure: `exists (select from audit_entries where uid = born.about and event = 'erased')`,
  expired: 'born.about::timestamptz <= $2',
}

export const listDeleted = async (
  client: pg.PoolClient,
  { table, deletion }: SealedTable,
  now: Date,
): Promise<string[]> => {
  if (deletion === 'free') return []
  const { rows } = await client.query<{ row_key: string }>(
    `select gone.row_key from seal_log gone
     cross join lateral (
       select about from seal_log where table_name = $1 and row_key = gone.row_key order by seq limit 1
     ) born
     where gone.table_name = $1 and gone.deleted and $2::timestamptz is not null and not (${MAY_GO[deletion]})`,
    [table, now],
  )
  return rows.map(({ row_key }) => row_key)
}
