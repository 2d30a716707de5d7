import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  staff_recovery_codes: {
    code_id: string
    factor_id: string
    code: Buffer
    created_at: Date
    used_at: Date | null
  }
}

export type RecoveryCodeRow = Tables['staff_recovery_codes']

const tables = (db: Db) => db.withTables<Tables>()

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
