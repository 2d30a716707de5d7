import type pg from 'pg'
import type { App } from '../app.ts'
import { ConfigError } from '../config.ts'
import type { SealedTable } from '../db/seals/row-seal.ts'
import { sealUnsealed } from '../db/seals/row-seal-store.ts'
import { hasSealLog, isEverLogged, lastAnchor, listSealColumns } from './anchor-store.ts'
import { appendAnchor } from './anchors.ts'

const sealedTables = ({ tables }: App): SealedTable[] => tables.flatMap(({ sealed }) => sealed ?? [])

/** A database without an anchor must be empty: otherwise the seals and their log were taken away, or never there. */
export const beginSealing = async (app: App, pool: pg.Pool): Promise<void> => {
  if (await lastAnchor(app.db)) return
  for (const { table } of sealedTables(app)) {
    const { rows } = await pool.query(`select from ${table} limit 1`)
    if (rows.length > 0) throw new ConfigError(noAnchor)
  }
  if (await hasSealLog(app.db)) throw new ConfigError(noAnchor)
  await appendAnchor(app)
}

const noAnchor =
  'This database has rows, but no anchor that vouches for them: it was written before there were seals, or somebody deleted the anchors. Run "bindery seal" to see which rows have no seal, and "bindery seal --now" to trust them.'

export const sealNow = async (
  app: App,
  pool: pg.Pool,
  tables: readonly SealedTable[] = sealedTables(app),
): Promise<number> => {
  let total = 0
  for (const table of tables) {
    const count = await sealUnsealed(pool, app.sealer, table)
    if (count > 0) app.log.info({ table: table.table, sealed: count }, 'rows sealed for the first time')
    total += count
  }
  await appendAnchor(app)
  return total
}

/** Tables that a migration began to seal. One that the log knows is not among them: its seals were taken away. */
export const newlySealed = async (
  app: App,
  pool: pg.Pool,
  hadSeal: ReadonlySet<string>,
): Promise<SealedTable[]> => {
  const hasNow = new Set(await listSealColumns(pool))
  const found: SealedTable[] = []
  for (const table of sealedTables(app)) {
    const { table: name } = table
    if (hasNow.has(name) && !hadSeal.has(name) && !(await isEverLogged(app.db, name))) found.push(table)
  }
  return found
}
