import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'

type Tables = { email_counts: { subject: Buffer; purpose: string; day: string; sent: number } }

const tables = (db: Db) => db.withTables<Tables>()

/** False: the limit is reached, and nothing was counted. Of concurrent callers the last waits for the row. */
export const countEmail = async (
  db: Db,
  key: Omit<Tables['email_counts'], 'sent'>,
  most: number,
): Promise<boolean> => {
  const counted = await tables(db)
    .insertInto('email_counts')
    .values({ ...key, sent: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['subject', 'purpose', 'day'])
        .doUpdateSet(eb => ({ sent: eb('email_counts.sent', '+', 1) }))
        .where('email_counts.sent', '<', most),
    )
    .returning('sent')
    .executeTakeFirst()
  return counted !== undefined
}

export const deleteCountsBefore = async (db: Db, day: string): Promise<void> => {
  await deleteInBatches(tables(db), 'email_counts', eb => eb('day', '<', day))
}
