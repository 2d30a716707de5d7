import type { Db } from '../../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'

export const emailCounts = table(
  'email_counts',
  'counters; a reset lets more emails out, and gives no access',
  {
    subject: t.key(t.bytes()),
    purpose: t.key(t.text()),
    day: t.purged(DAY, t.key(t.day())),
    sent: t.number(),
  },
)

/** Who asked not to be emailed about applications that someone else started. */
export const emailStops = table('email_stops', 'a stop withholds emails that nobody is owed', {
  recipient_mac: t.key(t.bytes()),
  stopped_at: t.time(),
})

const tables = tablesOf(emailCounts, emailStops)

/** False: the limit is reached, and nothing was counted. Of concurrent callers the last waits for the row. */
export const countEmail = async (
  db: Db,
  key: Omit<Row<typeof emailCounts>, 'sent'>,
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

export const findEmailStop = async (db: Db, macs: readonly Buffer[]): Promise<boolean> =>
  (await tables(db)
    .selectFrom('email_stops')
    .select('recipient_mac')
    .where('recipient_mac', 'in', macs)
    .executeTakeFirst()) !== undefined

export const putEmailStop = async (db: Db, row: Row<typeof emailStops>): Promise<void> => {
  await tables(db)
    .insertInto('email_stops')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const liftEmailStop = async (db: Db, recipient_mac: Buffer): Promise<void> => {
  await tables(db).deleteFrom('email_stops').where('recipient_mac', '=', recipient_mac).execute()
}
