import type pg from 'pg'
import { KEY_ID_BYTES, type Sealer } from '../../lib/sealer.ts'
import { placeholders } from './placeholders.ts'
import { type DatabaseRow, isSealedRow, judgedColumns, type SealedTable, sealRow } from './row-seal.ts'

const PAGE = 500

const isRow = ({ key }: SealedTable): string => `(${key.join(', ')}) = (${placeholders(key.length)})`

const keyOf = ({ key }: SealedTable, row: DatabaseRow): unknown[] => key.map(name => row[name])

const lockRow = async (
  client: pg.PoolClient,
  table: SealedTable,
  row: DatabaseRow,
): Promise<DatabaseRow | undefined> => {
  const { rows } = await client.query<DatabaseRow>(
    `select ${judgedColumns(table).join(', ')} from ${table.table} where ${isRow(table)} for no key update`,
    keyOf(table, row),
  )
  return rows[0]
}

const writeSeal = async (
  client: pg.PoolClient,
  table: SealedTable,
  row: DatabaseRow,
  seal: Buffer,
): Promise<void> => {
  await client.query(`update ${table.table} set seal = $${table.key.length + 1} where ${isRow(table)}`, [
    ...keyOf(table, row),
    seal,
  ])
}

const atOnce = async <T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await act(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Null: the row was forged and stays as it is. */
export const resealAround = (
  pool: pg.Pool,
  sealer: Sealer,
  { table, row }: { table: SealedTable; row: DatabaseRow },
  change: (client: pg.PoolClient) => Promise<boolean>,
): Promise<boolean | null> =>
  atOnce(pool, async client => {
    const before = await lockRow(client, table, row)
    if (!before) return false
    if (!isSealedRow(sealer, table, before)) return null
    const changed = await change(client)
    const after = changed && (await lockRow(client, table, row))
    if (after) await writeSeal(client, table, row, sealRow(sealer, table, after, before.seal))
    return changed
  })

const forEachKey = async (
  pool: pg.Pool,
  { table, key }: SealedTable,
  { condition, values }: { condition: string; values: unknown[] },
  act: (row: DatabaseRow) => Promise<void>,
): Promise<void> => {
  const names = key.join(', ')
  let after: unknown[] = []
  for (;;) {
    const further =
      after.length === 0 ? '' : `and (${names}) > (${placeholders(after.length, values.length + 1)})`
    const { rows } = await pool.query<DatabaseRow>(
      `select ${names} from ${table} where ${condition} ${further} order by ${names} limit ${PAGE}`,
      [...values, ...after],
    )
    for (const row of rows) await act(row)
    const last = rows.at(-1)
    if (!last) return
    after = key.map(name => last[name])
  }
}

/** Only for rows that were written before there were seals. Within one transaction a locked row keeps its ctid. */
export const sealUnsealed = async (pool: pg.Pool, sealer: Sealer, table: SealedTable): Promise<number> => {
  const sealPage = (): Promise<number> =>
    atOnce(pool, async client => {
      const { rows } = await client.query<DatabaseRow & { place: string }>(
        `select ctid::text as place, ${table.columns.join(', ')} from ${table.table}
         where seal is null limit ${PAGE} for no key update`,
      )
      await client.query(
        `update ${table.table} as bare set seal = given.seal
         from unnest($1::tid[], $2::bytea[]) as given (place, seal) where bare.ctid = given.place`,
        [rows.map(({ place }) => place), rows.map(row => sealRow(sealer, table, row))],
      )
      return rows.length
    })
  // Evidence cannot be locked by the role of the service, so it looks before it locks.
  const { rows } = await pool.query(`select from ${table.table} where seal is null limit 1`)
  if (rows.length === 0) return 0
  let sealed = 0
  for (let count = await sealPage(); count > 0; count = await sealPage()) sealed += count
  return sealed
}

export const resealRows = async (
  pool: pg.Pool,
  sealer: Sealer,
  table: SealedTable,
): Promise<{ resealed: number; unopened: number; left: number }> => {
  const condition = `substr(coalesce(seal, ''), 1, ${KEY_ID_BYTES}) <> $1`
  const done = { resealed: 0, unopened: 0 }
  await forEachKey(pool, table, { condition, values: [sealer.keyId] }, async row => {
    const sealed = await resealAround(pool, sealer, { table, row }, async () => true)
    if (sealed) done.resealed++
    else if (sealed === null) done.unopened++
  })
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${table.table} where ${condition}`,
    [sealer.keyId],
  )
  return { ...done, left: rows[0]?.count ?? 0 }
}

export const listSealedRows = async (
  client: pg.PoolClient,
  sealed: SealedTable,
  after: DatabaseRow | undefined,
): Promise<DatabaseRow[]> => {
  const { table, key } = sealed
  const names = key.join(', ')
  const further = after ? `where (${names}) > (${placeholders(key.length)})` : ''
  const { rows } = await client.query<DatabaseRow>(
    `select ${judgedColumns(sealed).join(', ')} from ${table} ${further} order by ${names} limit ${PAGE}`,
    after ? key.map(name => after[name]) : [],
  )
  return rows
}
