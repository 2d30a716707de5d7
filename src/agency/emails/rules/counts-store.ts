import type { Db } from '../../../platform/db/database.ts'
import { isThere } from '../../../platform/db/one-row.ts'
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

const tables = tablesOf(emailCounts)

/** False: the limit is reached, and nothing was counted. Of concurrent callers the last waits for the row. */
export const countEmail = (
  db: Db,
  key: Omit<Row<typeof emailCounts>, 'sent'>,
  most: number,
): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('email_counts')
      .values({ ...key, sent: 1 })
      .onConflict(conflict =>
        conflict
          .columns(['subject', 'purpose', 'day'])
          .doUpdateSet(eb => ({ sent: eb('email_counts.sent', '+', 1) }))
          .where('email_counts.sent', '<', most),
      )
      .returning('sent'),
  )
