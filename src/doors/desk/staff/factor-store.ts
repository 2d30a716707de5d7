import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const staffSecondFactors = sealedTable('staff_second_factors', 'never', {
  factor_id: t.key(t.text()),
  staff_id: t.text(),
  secret: t.encrypted(),
  last_step: t.number(),
  confirmed_at: t.orNull(t.time()),
  removed_at: t.orNull(t.time()),
  removed_by: t.orNull(t.text()),
})

export type FactorRow = Row<typeof staffSecondFactors>

const tables = tablesOf(staffSecondFactors)

const present = (db: Db, staffIds: readonly string[]) =>
  tables(db)
    .selectFrom('staff_second_factors')
    .where('staff_id', 'in', [...staffIds])
    .where('removed_at', 'is', null)

export const findFactor = (db: Db, staffIds: readonly string[]): Promise<FactorRow | undefined> =>
  present(db, staffIds).selectAll().executeTakeFirst()

export const lockFactor = (db: Db, staffIds: readonly string[]): Promise<FactorRow | undefined> =>
  present(db, staffIds).selectAll().forUpdate().executeTakeFirst()

export const insertFactor = async (db: Db, row: FactorRow): Promise<void> => {
  await tables(db)
    .insertInto('staff_second_factors')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const useStep = async (
  db: Db,
  { factor_id, last_step }: FactorRow,
  used: Pick<FactorRow, 'last_step'> & Partial<Pick<FactorRow, 'confirmed_at' | 'secret'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_second_factors')
    .set(used)
    .where('factor_id', '=', factor_id)
    .where('last_step', '=', last_step)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const removeFactors = async (
  db: Db,
  staffIds: readonly string[],
  removed: { removed_at: Date; removed_by: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_second_factors')
    .set(removed)
    .where('staff_id', 'in', [...staffIds])
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Staff ids are MACs, so they change with the key. */
export const renameFactors = async (
  db: Db,
  { from, to }: { from: readonly string[]; to: string },
): Promise<number> => {
  if (from.length === 0) return 0
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_second_factors')
    .set({ staff_id: to })
    .where('staff_id', 'in', [...from])
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
