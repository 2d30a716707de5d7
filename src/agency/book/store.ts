import type { Db } from '../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../platform/db/table.ts'

export const bookEntries = table(
  'book_entries',
  'says where a record came from; policies and versions are sealed',
  {
    line: t.key(t.text()),
    carrier: t.key(t.text()),
    policy_number: t.key(t.text()),
    effective_date: t.key(t.text()),
    expiration_date: t.text(),
    state: t.text(),
    uid: t.erased(t.text()),
    policy_id: t.orNull(t.text()),
    facts: t.encrypted(),
    imported_by: t.text(),
    imported_at: t.time(),
  },
)

export type BookEntryRow = Row<typeof bookEntries>
type EntryKey = Pick<BookEntryRow, 'line' | 'carrier' | 'policy_number' | 'effective_date'>

const tables = tablesOf(bookEntries)

/** False: that term is on record already. Waits for another import that writes it right now. */
export const insertEntry = async (db: Db, row: BookEntryRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('book_entries')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** All terms of the policy, the first one first. */
export const listTerms = (
  db: Db,
  { line, carrier, policy_number }: Pick<EntryKey, 'line' | 'carrier' | 'policy_number'>,
): Promise<BookEntryRow[]> =>
  tables(db)
    .selectFrom('book_entries')
    .selectAll()
    .where('line', '=', line)
    .where('carrier', '=', carrier)
    .where('policy_number', '=', policy_number)
    .orderBy('effective_date')
    .execute()

export const listEntriesOf = (db: Db, uid: string): Promise<BookEntryRow[]> =>
  tables(db).selectFrom('book_entries').selectAll().where('uid', '=', uid).orderBy('effective_date').execute()
