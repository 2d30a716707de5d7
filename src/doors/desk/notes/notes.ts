import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { day, paragraph } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { lineOf } from '../../../platform/lines.ts'
import { holdIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { writeDone } from '../../../products/line/record/note-store.ts'
import { HELD_PURCHASE, notesOf, writeNote } from '../../../products/line/record/notes.ts'
import { lines } from '../../../products/lines.ts'
import { staffForm } from '../sign-in/door.ts'

export const noteForm = form({
  note: paragraph('Note', { most: 2000, missing: 'Enter a note.' }),
  due: day('Follow up on', { hint: 'Leave it empty if nothing is left to do.', optional: true }),
})

type Typed = { uid: string; words: string; due_on: string | null; by: string }

/** A second click sends the same note at once. */
const isThere = async (app: App, { uid, words, due_on, by }: Typed): Promise<boolean> => {
  const lately = later(app.clock.now(), -MINUTE)
  return (await notesOf(app, uid)).some(
    note =>
      note.words === words && note.due_on === due_on && note.written_by === by && note.written_at > lately,
  )
}

/** The audit chain says that there is a note. Its words can be personal, so they stay out of it. */
const addNote = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const { note: words, due: due_on = null } = noteForm.take(sent)
  return transact(app, async inside => {
    await holdIntake(inside, uid)
    if (await isThere(inside, { uid, words, due_on, by: actor })) return
    const event = { actor, event: 'note_written', facts: { characters: words.length, due_on } }
    if (!(await noteOnIntake(inside, uid, event))) fail('not_found')
    await writeNote(inside, { uid, words, by: actor, due_on })
  })
}

const finishFollowUp = (
  app: App,
  { id, act, actor }: { id: string; act: 'done' | 'open'; actor: string },
): Promise<string | null> =>
  transact(app, async inside => {
    const done =
      act === 'done' ? { done_at: app.clock.now(), done_by: actor } : { done_at: null, done_by: null }
    const note = await writeDone(inside.db, id, done)
    if (!note?.uid) return null
    await noteOnIntake(inside, note.uid, { actor, event: `follow_up_${act}`, facts: { note_id: id } })
    const line = lineOf(note.uid)
    if (line && note.about === HELD_PURCHASE) await lines[line].restate(inside, note.uid)
    return note.uid
  })

export const noteRows = [
  staffForm('/desk/book/{uid}/notes', 'write_note', async (app, { params, form }, { actor }) => {
    const { uid = '' } = params
    await addNote(app, { uid, form, actor })
    return redirect(`/desk/book/${uid}?done=noted#notes`)
  }),

  staffForm('/desk/notes/{id}', 'write_note', async (app, { params, form }, { actor }) => {
    const act = form.get('act') === 'open' ? 'open' : 'done'
    const uid = await finishFollowUp(app, { id: params.id ?? '', act, actor })
    return redirect(uid ? `/desk/book/${uid}?done=${act}#notes` : '/desk/book')
  }),
]
