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

export const insertCodes = async (db: Db, rows: readonly RecoveryCodeRow[]): Promise<void> => {
  await tables(db)
    .insertInto('staff_recovery_codes')
    .values([...rows])
    .execute()
}

export const countCodes = async (db: Db, factorId: string): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('factor_id', '=', factorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const useCodes = async (
  db: Db,
  { factor_id, code }: { factor_id: string; code?: Buffer },
  used_at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_recovery_codes')
    .set({ used_at })
    .where('factor_id', '=', factor_id)
    .where('used_at', 'is', null)
    .$if(code !== undefined, query => query.where('code', '=', code as Buffer))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
