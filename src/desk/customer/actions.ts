import type { App } from '../../app.ts'
import { recordAct } from '../../audit/acts.ts'
import { transact } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { dayOf, later, MINUTE } from '../../lib/clock.ts'
import { isDay } from '../../line/fields/calendar.ts'
import { withdrawDelivery } from '../../line/record/delivery.ts'
import { holdIntake, noteOnIntake } from '../../line/record/intakes.ts'
import { writeDone } from '../../line/record/note-store.ts'
import { notesOf, writeNote } from '../../line/record/notes.ts'
import { lineOf, lines } from '../../lines.ts'
import { findListed } from '../book/listed.ts'
import { requiredLine } from '../one-line-field.ts'
import { toldHow } from './paper-view.ts'

const LONGEST_NOTE = 2000

const UNDO = 'phone-before'

export const sealUndo = ({ sealer }: App, uid: string, phone: string): string =>
  sealer.seal(`${UNDO}/${uid}`, phone).toString('base64url')

const openUndo = ({ sealer }: App, uid: string, token: string): string => {
  try {
    return sealer.open(`${UNDO}/${uid}`, Buffer.from(token, 'base64url'))
  } catch {
    return fail('invalid_request', { message: 'This can no longer be undone. Enter the number again.' })
  }
}

type Correction = { changed: boolean; before: string | null }

/** The line's own operation, as for everyone else. The source of the number is then the agency's staff. */
export const correctPhone = (
  app: App,
  { uid, form, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<Correction> => {
  const line = lineOf(uid) ?? fail('not_found')
  const undo = form.get('undo')
  const phone = undo === null ? (form.get('phone') ?? '').trim() : openUndo(app, uid, undo)
  return transact(app, async inside => {
    const before = (await findListed(inside, uid))?.person.phone ?? null
    const changed = await lines[line].book.correct(inside, { uid, name: 'phone_number', text: phone, actor })
    return { changed, before }
  })
}

export const endPurchaseOf = (
  app: App,
  { uid, form, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const note = requiredLine(form, 'note', 'Enter why. Only staff can read it.')
  const line = lineOf(uid)
  const desk = (line && lines[line].desk) ?? fail('not_found')
  return transact(app, async inside => {
    await desk.purchaseEnded(inside, uid, actor)
    await recordAct(inside, { about: uid, act: 'purchase_ended', actor, note })
  })
}

const noteIn = (form: URLSearchParams): string => {
  const text = (form.get('note') ?? '').trim().replaceAll('\r\n', '\n')
  if (text === '') fail('invalid_request', { message: 'Enter a note.' })
  if (text.length > LONGEST_NOTE || /[^\P{C}\n\t]/u.test(text))
    fail('invalid_request', { message: `Enter at most ${LONGEST_NOTE} characters of plain text.` })
  return text
}

const dueIn = (form: URLSearchParams): string | null => {
  const due = (form.get('due') ?? '').trim()
  if (due === '') return null
  return isDay(due)
    ? due
    : fail('invalid_request', { message: 'Enter the day as YYYY-MM-DD, or leave it empty.' })
}

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
export const addNote = (
  app: App,
  { uid, form, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const [words, due_on] = [noteIn(form), dueIn(form)]
  return transact(app, async inside => {
    await holdIntake(inside, uid)
    if (await isThere(inside, { uid, words, due_on, by: actor })) return
    const event = { actor, event: 'note_written', facts: { characters: words.length, due_on } }
    if (!(await noteOnIntake(inside, uid, event))) fail('not_found')
    await writeNote(inside, { uid, words, by: actor, due_on })
  })
}

export const finishFollowUp = (
  app: App,
  { id, act, actor }: { id: string; act: 'done' | 'open'; actor: string },
): Promise<string | null> =>
  transact(app, async inside => {
    const done =
      act === 'done' ? { done_at: app.clock.now(), done_by: actor } : { done_at: null, done_by: null }
    const note = await writeDone(inside.db, id, done)
    if (!note?.uid) return null
    await noteOnIntake(inside, note.uid, { actor, event: `follow_up_${act}`, facts: { note_id: id } })
    return note.uid
  })

/** The words that people sign promise it by writing or calling. */
export const recordDeliveryWithdrawal = (
  app: App,
  { uid, form, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<boolean> => {
  const received_how =
    toldHow(form.get('received_how')) ??
    fail('invalid_request', { message: 'Choose how the customer told us.' })
  const received_on = form.get('received_on') ?? ''
  if (!isDay(received_on) || received_on > dayOf(app.clock.now()))
    fail('invalid_request', { message: 'Enter the day we received it, today or earlier, as YYYY-MM-DD.' })
  return transact(app, async inside => {
    const { person } = (await findListed(inside, uid)) ?? fail('not_found')
    return withdrawDelivery(inside, uid, { received_how, received_on, by: actor, mail: person.mail })
  })
}
