import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { timeOrderedId } from '../../../platform/lib/random.ts'
import { agencyDay } from '../wire/agency-day.ts'
import {
  deskNotes,
  insertNote,
  listNoteRows,
  listOpenFollowUps,
  type NoteRow,
  writeDone,
} from './note-store.ts'

export type Note = Omit<NoteRow, 'words'> & { words: string }

type NewNote = { uid: string | null; words: string; by: string; about?: string; due_on?: string | null }

export const writeNote = async (
  app: App,
  { uid, words, by, about, due_on = null }: NewNote,
): Promise<string> => {
  const written_at = app.clock.now()
  const note_id = timeOrderedId(app.random, 'not', written_at)
  await insertNote(app.db, {
    note_id,
    uid,
    about: about ?? null,
    words: app.sealer.seal(deskNotes.context('words', { note_id }), words),
    written_by: by,
    written_at,
    due_on,
    done_at: null,
    done_by: null,
  })
  return note_id
}

export const writeFollowUp = (app: App, asked: Pick<NewNote, 'uid' | 'words' | 'about'>): Promise<string> =>
  writeNote(app, { ...asked, by: 'service', due_on: agencyDay(app) })

const opened =
  ({ sealer }: App) =>
  ({ words, ...row }: NoteRow): Note => ({
    ...row,
    words: sealer.open(deskNotes.context('words', row), words),
  })

export const notesOf = async (app: App, uid: string): Promise<Note[]> =>
  (await listNoteRows(app.db, uid)).map(opened(app))

export const HELD_PURCHASE = 'held purchase'

export const LEGAL_LETTER = 'legal letter'

export const closedBy = ({ about }: Pick<Note, 'about'>): string | null =>
  about === HELD_PURCHASE || about === LEGAL_LETTER ? null : about

const isOpenHold = ({ about, done_at }: Note): boolean => about === HELD_PURCHASE && done_at === null

export const hasOpenHold = (notes: readonly Note[]): boolean => notes.some(isOpenHold)

export const finishHolds = async (app: App, uid: string, done_by: string): Promise<void> => {
  const done_at = app.clock.now()
  for (const { note_id } of (await notesOf(app, uid)).filter(isOpenHold))
    await writeDone(app.db, note_id, { done_at, done_by })
}

export const openFollowUps = async (app: App, page: PageAsked): Promise<Note[]> =>
  (await listOpenFollowUps(app.db, page)).map(opened(app))
