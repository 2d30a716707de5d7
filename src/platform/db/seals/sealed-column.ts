import type pg from 'pg'
import { IV_BYTES, KEY_ID_BYTES, SealError, type Sealer } from '../../lib/sealer.ts'
import { placeholders } from './placeholders.ts'
import { judgedColumns } from './row-seal.ts'
import { resealAround } from './row-seal-store.ts'
import type { Seals } from './sealing-connection.ts'

export type SealedColumn = {
  table: string
  key: readonly [string, ...string[]]
  column: string
  field?: string
  only?: string
  context(row: Record<string, unknown>): string
}

export type Resealing = { resealed: number; unopened: number; left: number }

type Row = Record<string, unknown>

const PAGE = 500
const PAGE_OF_FILES = 20

const MARK_BYTES = KEY_ID_BYTES + IV_BYTES

export const valueIn = ({ column, field }: SealedColumn): string =>
  field === undefined ? column : `decode(${column} ->> '${field}', 'base64')`

const isOld = (column: SealedColumn): string =>
  `${column.only ?? 'true'} and substr(${valueIn(column)}, 1, ${KEY_ID_BYTES}) <> $1`

const oldKeys = async (
  pool: pg.Pool,
  column: SealedColumn,
  { keyId, after }: { keyId: Buffer; after: unknown[] },
): Promise<Row[]> => {
  const key = column.key.join(', ')
  const further = after.length === 0 ? '' : `and (${key}) > (${placeholders(after.length, 2)})`
  const { rows } = await pool.query<Row>(
    `select ${key} from ${column.table} where ${isOld(column)} ${further} order by ${key} limit ${PAGE}`,
    [keyId, ...after],
  )
  return rows
}

const readValue = async (pool: pg.Pool, column: SealedColumn, key: unknown[]): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ value: Buffer | null }>(
    `select ${valueIn(column)} as value from ${column.table} where (${column.key.join(', ')}) = (${placeholders(key.length, 1)})`,
    key,
  )
  return rows[0]?.value ?? null
}

/** Replaces only the value that was read, so a concurrent write wins. No two values share a key id and an IV. */
const replaceValue = async (
  pool: pg.Pool | pg.PoolClient,
  column: SealedColumn,
  { key, from, to }: { key: unknown[]; from: Buffer; to: Buffer },
): Promise<boolean> => {
  const { field } = column
  const next =
    field === undefined
      ? '$2'
      : `jsonb_set(${column.column}::jsonb, '{${field}}', to_jsonb(translate(encode($2, 'base64'), E'\\n', '')))`
  const { rowCount } = await pool.query(
    `update ${column.table} set ${column.column} = ${next}
     where (${column.key.join(', ')}) = (${placeholders(key.length, 3)})
       and substr(${valueIn(column)}, 1, ${MARK_BYTES}) = $1`,
    [from.subarray(0, MARK_BYTES), to, ...key],
  )
  return rowCount === 1
}

const sealAgain = (sealer: Sealer, context: string, sealed: Buffer): Buffer | null => {
  try {
    return sealer.seal(context, sealer.openBytes(context, sealed))
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const countOld = async (pool: pg.Pool, column: SealedColumn, keyId: Buffer): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${column.table} where ${isOld(column)}`,
    [keyId],
  )
  return rows[0]?.count ?? 0
}

/** `left` is counted at the end, because a service that still has the old key first keeps sealing with it. */
export const resealColumn = async (
  pool: pg.Pool,
  seals: Pick<Seals, 'sealer' | 'tables'>,
  column: SealedColumn,
): Promise<Resealing> => {
  const { sealer } = seals
  const { keyId } = sealer
  const table = seals.tables.get(column.table)
  const isCovered = table !== undefined && judgedColumns(table).includes(column.column)
  const done = { resealed: 0, unopened: 0 }
  const one = async (row: Row): Promise<void> => {
    const key = column.key.map(name => row[name])
    const from = await readValue(pool, column, key)
    if (from === null) return
    const to = sealAgain(sealer, column.context(row), from)
    const replace = (client: pg.Pool | pg.PoolClient) =>
      to === null ? Promise.resolve(false) : replaceValue(client, column, { key, from, to })
    const replaced =
      table && isCovered ? await resealAround(pool, sealer, { table, row }, replace) : await replace(pool)
    if (to === null || replaced === null) done.unopened++
    else if (replaced) done.resealed++
  }
  let after: unknown[] = []
  for (;;) {
    const page = await oldKeys(pool, column, { keyId, after })
    for (const row of page) await one(row)
    const last = page.at(-1)
    if (!last) return { ...done, left: await countOld(pool, column, keyId) }
    after = column.key.map(name => last[name])
  }
}

export const unopenedIn = async (
  pool: pg.Pool,
  sealer: Sealer,
  column: SealedColumn,
): Promise<{ checked: number; broken: Row[] }> => {
  const done = { checked: 0, broken: [] as Row[] }
  const key = column.key.join(', ')
  let after: unknown[] = []
  for (;;) {
    const further = after.length === 0 ? '' : `and (${key}) > (${placeholders(after.length, 1)})`
    const { rows } = await pool.query<Row & { opened_value: Buffer }>(
      `select ${key}, ${valueIn(column)} as opened_value from ${column.table}
       where ${column.only ?? 'true'} and ${valueIn(column)} is not null ${further} order by ${key} limit ${PAGE_OF_FILES}`,
      after,
    )
    for (const row of rows) {
      done.checked++
      if (sealAgain(sealer, column.context(row), row.opened_value) === null) done.broken.push(row)
    }
    const last = rows.at(-1)
    if (!last) return done
    after = column.key.map(name => last[name])
  }
}
