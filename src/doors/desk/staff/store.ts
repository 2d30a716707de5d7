import type { Db } from '../../../platform/db/database.ts'
import { t, table, tablesOf } from '../../../platform/db/table.ts'

export const staff = table(
  'staff',
  'the email is encrypted and bound to the id; access comes from STAFF_EMAILS',
  {
    staff_id: t.key(t.text()),
    email: t.encrypted(),
    first_signed_in_at: t.time(),
    last_signed_in_at: t.time(),
  },
)

const tables = tablesOf(staff)

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

/** Needed to change the sessions of a staff member, so none is opened while all are closed. */
export const lockStaff = async (db: Db, staffIds: readonly string[]): Promise<void> => {
  await tables(db)
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', 'in', [...staffIds])
    .orderBy('staff_id')
    .forUpdate()
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
