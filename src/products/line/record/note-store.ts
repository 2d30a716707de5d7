import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const deskNotes = sealedTable('desk_notes', 'erasure', {
  note_id: t.key(t.text()),
  uid: t.erased(t.orNull(t.text())),
  about: t.orNull(t.text()),
  words: t.encrypted(),
  written_by: t.text(),
  written_at: t.time(),
  due_on: t.orNull(t.text()),
  done_at: t.orNull(t.time()),
  done_by: t.orNull(t.text()),
})

export type NoteRow = Row<typeof deskNotes>

const tables = tablesOf(deskNotes)

export const insertNote = (db: Db, row: NoteRow): Promise<unknown> =>
  tables(db).insertInto('desk_notes').values(row).execute()

export const listNoteRows = (db: Db, uid: string): Promise<NoteRow[]> =>
  tables(db)
    .selectFrom('desk_notes')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('written_at')
    .orderBy('note_id')
    .execute()

const open = (db: Db) =>
  tables(db).selectFrom('desk_notes').where('due_on', 'is not', null).where('done_at', 'is', null)

const FIRST_DUE = { table: 'desk_notes', by: ['due_on', 'note_id'] } as const

export const listOpenFollowUps = (db: Db, { after, limit }: PageAsked): Promise<NoteRow[]> =>
  open(db)
    .selectAll()
    .where(isAfter(FIRST_DUE, after))
    .orderBy('due_on')
    .orderBy('note_id')
    .limit(limit)
    .execute()

export const countOpenFollowUps = (db: Db): Promise<number> => countOf(open(db))

export const hasOpenFollowUp = async (
  db: Db,
  { uid, about }: { uid: string; about: string },
): Promise<boolean> =>
  (await open(db)
    .select('note_id')
    .where('uid', '=', uid)
    .where('about', '=', about)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const writeDone = async (
  db: Db,
  noteId: string,
  { done_at, done_by }: Pick<NoteRow, 'done_at' | 'done_by'>,
): Promise<Pick<NoteRow, 'uid' | 'about'> | undefined> =>
  tables(db)
    .updateTable('desk_notes')
    .set({ done_at, done_by })
    .where('note_id', '=', noteId)
    .where('due_on', 'is not', null)
    .where('done_at', done_at === null ? 'is not' : 'is', null)
    .returning(['uid', 'about'])
    .executeTakeFirst()
