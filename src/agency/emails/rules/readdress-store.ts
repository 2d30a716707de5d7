import type { Db } from '../../../platform/db/database.ts'
import type { EmailRow } from '../store.ts'

type Address = Pick<EmailRow, 'recipient' | 'recipient_mac'>

const tables = (db: Db) => db.withTables<{ emails: EmailRow }>()

/** Leaves out codes and sign-in links, which belong to the old address, and the notice to it about the change. */
export const readdressUnsent = async (
  db: Db,
  { uid, from, to }: { uid: string; from: Buffer; to: Address },
): Promise<void> => {
  await tables(db)
    .updateTable('emails')
    .set(to)
    .where('intake_uid', '=', uid)
    .where('recipient_mac', '=', from)
    .where('status', 'in', ['queued', 'dead'])
    .where('kept_with_application', '=', true)
    .where('purpose', '!=', 'email_changed')
    .execute()
}
