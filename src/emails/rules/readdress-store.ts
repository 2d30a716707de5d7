import type { Db } from '../../db/database.ts'
import type { EmailRow } from '../store.ts'

type Address = Pick<EmailRow, 'recipient' | 'recipient_mac'>

const tables = (db: Db) => db.withTables<{ emails: EmailRow }>()

/** Codes and sign-in links belong to the address they were made for, and the old address is told of its own change. */
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
