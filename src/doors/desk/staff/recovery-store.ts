import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const staffRecoveryCodes = sealedTable('staff_recovery_codes', 'never', {
  code_id: t.key(t.text()),
  factor_id: t.text(),
  code: t.bytes(),
  created_at: t.time(),
  used_at: t.orNull(t.time()),
})

export type RecoveryCodeRow = Row<typeof staffRecoveryCodes>

const tables = tablesOf(staffRecoveryCodes)

export const insertCodes = (db: Db, rows: readonly RecoveryCodeRow[]): Promise<unknown> =>
  tables(db)
    .insertInto('staff_recovery_codes')
    .values([...rows])
    .execute()

/** All of a factor are read, so that none can hide as used while the others are voided. */
const unused = async (db: Db, factorId: string): Promise<RecoveryCodeRow[]> => {
  const rows = await tables(db)
    .selectFrom('staff_recovery_codes')
    .selectAll()
    .where('factor_id', '=', factorId)
    .execute()
  return rows.filter(({ used_at }) => used_at === null)
}

export const countCodes = async (db: Db, factorId: string): Promise<number> =>
  (await unused(db, factorId)).length

export const useCodes = async (
  db: Db,
  { factor_id, code }: { factor_id: string; code?: Buffer },
  used_at: Date,
): Promise<boolean> => {
  const found = (await unused(db, factor_id)).filter(one => code === undefined || one.code.equals(code))
  if (found.length === 0) return false
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_recovery_codes')
    .set({ used_at })
    .where(
      'code_id',
      'in',
      found.map(({ code_id }) => code_id),
    )
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
