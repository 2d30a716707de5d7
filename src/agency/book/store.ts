import type { Db } from '../../platform/db/database.ts'
import { columnsBut, type Row, t, table, tablesOf } from '../../platform/db/table.ts'
import { DAY } from '../../platform/lib/clock.ts'

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

const REPORTS_KEPT = 90 * DAY

export type ImportStatus = 'new' | 'running' | 'done' | 'failed'

export const bookImports = table('book_imports', 'a report; what it brought in is in its own tables', {
  import_id: t.key(t.text()),
  status: t.text<ImportStatus>(),
  facts: t.encrypted('facts'),
  file: t.orNull(t.encrypted('file')),
  is_dry: t.bool(),
  place: t.number(),
  read: t.number(),
  imported: t.number(),
  history: t.number(),
  present: t.number(),
  refused: t.number(),
  started_by: t.text(),
  created_at: t.purged(REPORTS_KEPT, t.time()),
  ended_at: t.orNull(t.time()),
})

export const bookImportLines = table('book_import_lines', 'a report; goes with its import', {
  import_id: t.key(t.text()),
  place: t.key(t.number()),
  is_refused: t.bool(),
  words: t.encrypted(),
})

export type BookEntryRow = Row<typeof bookEntries>
type EntryKey = Pick<BookEntryRow, 'line' | 'carrier' | 'policy_number' | 'effective_date'>

const tables = tablesOf(bookEntries, bookImports, bookImportLines)

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

export type ImportRow = Row<typeof bookImports>

export const insertImport = async (db: Db, row: ImportRow): Promise<void> => {
  await tables(db).insertInto('book_imports').values(row).execute()
}

/** Without the file, which can be large. */
const REPORT = columnsBut(bookImports, 'file')

export type ImportReport = Omit<ImportRow, 'file'>

export const listImports = (db: Db, limit: number): Promise<ImportReport[]> =>
  tables(db).selectFrom('book_imports').select(REPORT).orderBy('created_at', 'desc').limit(limit).execute()

export const findImport = (db: Db, import_id: string): Promise<ImportReport | undefined> =>
  tables(db).selectFrom('book_imports').select(REPORT).where('import_id', '=', import_id).executeTakeFirst()

export const importedFile = async (db: Db, import_id: string): Promise<Buffer | null> =>
  (
    await tables(db)
      .selectFrom('book_imports')
      .select('file')
      .where('import_id', '=', import_id)
      .executeTakeFirst()
  )?.file ?? null

type Change = Partial<Omit<ImportRow, 'import_id' | 'created_at' | 'started_by'>>

/** False: it is in another state by now. */
export const changeImport = async (
  db: Db,
  { import_id, unless = [] }: { import_id: string; unless?: readonly ImportStatus[] },
  change: Change,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('book_imports')
    .set(change)
    .where('import_id', '=', import_id)
    .$if(unless.length > 0, rows => rows.where('status', 'not in', [...unless]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type ImportLineRow = Row<typeof bookImportLines>

export const insertImportLine = async (db: Db, row: ImportLineRow): Promise<void> => {
  await tables(db)
    .insertInto('book_import_lines')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const listImportLines = (db: Db, import_id: string, limit: number): Promise<ImportLineRow[]> =>
  tables(db)
    .selectFrom('book_import_lines')
    .selectAll()
    .where('import_id', '=', import_id)
    .orderBy('place')
    .limit(limit)
    .execute()

export const deleteImportLines = async (db: Db, import_id: string): Promise<void> => {
  await tables(db).deleteFrom('book_import_lines').where('import_id', '=', import_id).execute()
}
