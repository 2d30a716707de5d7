import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  staff: { staff_id: string; email: Buffer; first_signed_in_at: Date; last_signed_in_at: Date }
}

const tables = (db: Db) => db.withTables<Tables>()

export const noteSignIn = async (
  db: Db,
  { staff_id, email, at }: { staff_id: string; email: Buffer; at: Date },
): Promise<void> => {
  await tables(db)
    .insertInto('staff')
    .values({ staff_id, email, first_signed_in_at: at, last_signed_in_at: at })
    .onConflict(conflict => conflict.column('staff_id').doUpdateSet({ last_signed_in_at: at }))
    .execute()
}

export const findStaffEmail = async (db: Db, staffId: string): Promise<Buffer | null> => {
  const row = await tables(db)
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.email ?? null
}
