import type { Db } from '../../../platform/db/database.ts'
import type { EmailRow } from '../store.ts'

const tables = (db: Db) => db.withTables<{ emails: EmailRow }>()

/** Leaves out codes and sign-in links, which belong to the old address, and the notice to it about the change. */
export const lockUnsent = (db: Db, { uid, from }: { uid: string; from: Buffer }): Promise<EmailRow[]> =>
  tables(db)
    .selectFrom('emails')
    .selectAll()
    .where('intake_uid', '=', uid)
    .where('recipient_mac', '=', from)
    .where('status', 'in', ['queued', 'dead'])
    .where('kept_with_application', '=', true)
    .where('purpose', '!=', 'email_changed')
    .forUpdate()
    .execute()

export const readdressEmail = async (
  db: Db,
  emailId: string,
  to: Pick<EmailRow, 'recipient' | 'recipient_mac' | 'content'>,
): Promise<void> => {
  await tables(db).updateTable('emails').set(to).where('email_id', '=', emailId).execute()
}
