import type { Db } from '../db/database.ts'
import { writesOne } from '../db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'
import { DAY } from '../lib/clock.ts'

export const oneTimeLinks = sealedTable('one_time_links', 'free', {
  token: t.key(t.bytes()),
  purpose: t.text(),
  subject: t.text(),
  data: t.json(),
  created_at: t.time(),
  expires_at: t.purged(DAY, t.time()),
  spent_at: t.orNull(t.time()),
})

export type LinkRow = Row<typeof oneTimeLinks>
export type LinkKey = Pick<LinkRow, 'token' | 'purpose'>

const tables = tablesOf(oneTimeLinks)

export const insertLink = (db: Db, row: Omit<LinkRow, 'spent_at'>): Promise<boolean> =>
  writesOne(
    tables(db)
      .insertInto('one_time_links')
      .values({ ...row, data: JSON.stringify(row.data), spent_at: null })
      .onConflict(conflict => conflict.doNothing()),
  )

export const liveLink = (db: Db, { token, purpose }: LinkKey, now: Date): Promise<LinkRow | undefined> =>
  tables(db)
    .selectFrom('one_time_links')
    .selectAll()
    .where('token', '=', token)
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Checks and spends in one statement, so only one of two racing callers gets the row. */
export const markSpent = (db: Db, { token, purpose }: LinkKey, now: Date): Promise<LinkRow | undefined> =>
  tables(db)
    .updateTable('one_time_links')
    .set({ spent_at: now })
    .where('token', '=', token)
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

type LinkSubject = Pick<LinkRow, 'purpose' | 'subject'>

export const liveLinkOf = (
  db: Db,
  { purpose, subject }: LinkSubject,
  now: Date,
): Promise<LinkRow | undefined> =>
  tables(db)
    .selectFrom('one_time_links')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const spendLinksOf = async (db: Db, { purpose, subject }: LinkSubject, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('one_time_links')
    .set({ spent_at: now })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('spent_at', 'is', null)
    .execute()
}
