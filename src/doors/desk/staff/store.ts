import type { Role } from '../../../platform/config/staff-list.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, table, tablesOf } from '../../../platform/db/table.ts'
import type { ProducerLicense } from '../../../platform/key/acts.ts'

export const staff = table(
  'staff',
  'the email is encrypted and bound to the id; access comes from staff_members',
  {
    staff_id: t.key(t.text()),
    email: t.encrypted(),
    first_signed_in_at: t.time(),
    last_signed_in_at: t.time(),
  },
)

const tables = tablesOf(staff)

export const noteSignIn = (
  db: Db,
  { staff_id, email, at }: { staff_id: string; email: Buffer; at: Date },
): Promise<unknown> =>
  tables(db)
    .insertInto('staff')
    .values({ staff_id, email, first_signed_in_at: at, last_signed_in_at: at })
    .onConflict(conflict => conflict.column('staff_id').doUpdateSet({ last_signed_in_at: at }))
    .execute()

/** Needed to change the sessions of a staff member, so none is opened while all are closed. */
export const lockStaff = (db: Db, staffIds: readonly string[]): Promise<unknown> =>
  tables(db)
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', 'in', [...staffIds])
    .orderBy('staff_id')
    .forUpdate()
    .execute()

export const findStaffEmail = async (db: Db, staffId: string): Promise<Buffer | null> => {
  const row = await tables(db)
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.email ?? null
}

export const staffMembers = sealedTable('staff_members', 'never', {
  member_id: t.key(t.text()),
  email: t.encrypted(),
  role: t.text<Role>(),
  /** Null: on record before licenses were, so none is asked for. */
  licenses: t.orNull(t.json<readonly ProducerLicense[]>()),
  added_at: t.time(),
  added_by: t.text(),
  removed_at: t.orNull(t.time()),
  removed_by: t.orNull(t.text()),
})

export type MemberRow = Row<typeof staffMembers>

const members = tablesOf(staffMembers)

/** Every row is read and its seal checked, so that no one can hide as removed, or come back. */
export const listMemberRows = (db: Db): Promise<MemberRow[]> =>
  members(db).selectFrom('staff_members').selectAll().orderBy('added_at').orderBy('member_id').execute()

type NewMember = Omit<MemberRow, 'licenses' | 'removed_at' | 'removed_by'> & { licenses: string | null }

export const insertMember = (db: Db, row: NewMember): Promise<unknown> =>
  members(db)
    .insertInto('staff_members')
    .values({ ...row, removed_at: null, removed_by: null })
    .execute()

type MemberChange = Partial<Pick<MemberRow, 'role' | 'removed_at' | 'removed_by'> & { licenses: string }>

export const updateMember = (db: Db, memberId: string, change: MemberChange): Promise<unknown> =>
  members(db)
    .updateTable('staff_members')
    .set(change)
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .execute()
