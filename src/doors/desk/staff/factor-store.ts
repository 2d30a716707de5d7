import type { Db } from '../../../platform/db/database.ts'
import { writesOne } from '../../../platform/db/one-row.ts'
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

/** Every row is read and its seal checked, because a forged owner or removal would take the second factor away. */
const present = async (db: Db, staffIds: readonly string[]): Promise<FactorRow[]> => {
  const rows = await tables(db).selectFrom('staff_second_factors').selectAll().execute()
  return rows.filter(({ staff_id, removed_at }) => removed_at === null && staffIds.includes(staff_id))
}

export const findFactor = async (db: Db, staffIds: readonly string[]): Promise<FactorRow | undefined> =>
  (await present(db, staffIds))[0]

export const lockFactor = async (db: Db, staffIds: readonly string[]): Promise<FactorRow | undefined> => {
  const found = await findFactor(db, staffIds)
  return (
    found &&
    tables(db)
      .selectFrom('staff_second_factors')
      .selectAll()
      .where('factor_id', '=', found.factor_id)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
  )
}

const changePresent = async (
  db: Db,
  staffIds: readonly string[],
  change: Partial<FactorRow>,
): Promise<number> => {
  const found = await present(db, staffIds)
  if (found.length === 0) return 0
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_second_factors')
    .set(change)
    .where(
      'factor_id',
      'in',
      found.map(({ factor_id }) => factor_id),
    )
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const insertFactor = (db: Db, row: FactorRow): Promise<unknown> =>
  tables(db)
    .insertInto('staff_second_factors')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const useStep = (
  db: Db,
  { factor_id, last_step }: FactorRow,
  used: Pick<FactorRow, 'last_step'> & Partial<Pick<FactorRow, 'confirmed_at' | 'secret'>>,
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('staff_second_factors')
      .set(used)
      .where('factor_id', '=', factor_id)
      .where('last_step', '=', last_step)
      .where('removed_at', 'is', null),
  )

export const removeFactors = async (
  db: Db,
  staffIds: readonly string[],
  removed: { removed_at: Date; removed_by: string },
): Promise<boolean> => (await changePresent(db, staffIds, removed)) > 0

/** Staff ids are MACs, so they change with the key. */
export const renameFactors = (
  db: Db,
  { from, to }: { from: readonly string[]; to: string },
): Promise<number> => changePresent(db, from, { staff_id: to })
