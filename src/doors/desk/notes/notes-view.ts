import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { closedBy, type Note } from '../../../products/line/record/notes.ts'
import { postForm } from '../parts/form.ts'
import type { Names } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { noteForm } from './notes.ts'

type Around = { token: Html; staff: Staff; names: Names; deadline: string }

const dueBadge = ({ due_on, done_at }: Note, deadline: string) => {
  if (due_on === null) return ''
  if (done_at) return html`<span class="badge success">Done</span>`
  const isLate = due_on < deadline
  return html`<span class="badge ${isLate ? 'danger' : 'warning'}">${isLate ? 'Overdue' : 'Due'} ${dayWords(due_on)}</span>`
}

const doneForm = ({ token, staff }: Around, { note_id, due_on, done_at }: Note) => {
  if (due_on === null || !mayDo(staff.role, 'write_note')) return ''
  const name = done_at ? 'Not done after all' : 'Mark as done'
  return postForm({
    token,
    path: `/desk/notes/${note_id}`,
    label: `${name}: ${note_id}`,
    body: html`<button class="secondary" name="act" value="${done_at ? 'open' : 'done'}">${name}</button>`,
  })
}

const authorOf = ({ names }: Around, { written_by }: Note): string =>
  written_by === 'service' ? 'Written by the service' : (names.get(written_by) ?? 'Staff')

const letterIn = ({ words }: Note) => {
  const at = words.indexOf('\n\n')
  return at < 0
    ? ''
    : html`<details><summary>All of it</summary><pre>${words.slice(at).trim()}</pre></details>`
}

const noteBody = (
  around: Around,
  note: Note,
) => html`<p>${note.words.split('\n\n')[0]} ${dueBadge(note, around.deadline)}</p>
${letterIn(note)}
<p class="soft small">${authorOf(around, note)} · ${moment(note.written_at)}${
  closedBy(note) === null ? '' : ` · closed: ${closedBy(note)}`
}</p>
${doneForm(around, note)}`

const noteRow = (around: Around) => (note: Note) => html`<li class="card">${noteBody(around, note)}</li>`

export const followUpRow = (around: Around) => (note: Note) =>
  html`<li class="card">${noteBody(around, note)}
${note.uid ? html`<p><a href="/desk/book/${note.uid}">Open customer</a></p>` : ''}</li>`

const addNoteForm = (token: Html, uid: string) =>
  postForm({
    token,
    path: `/desk/book/${uid}/notes`,
    label: 'Add a note',
    body: html`${noteForm.draw()}
<button>Save note</button>`,
  })

export const notesSection = (
  uid: string,
  notes: readonly Note[],
  around: Around,
) => html`<section aria-labelledby="notes"><div class="row"><h2 id="notes" tabindex="-1">Notes and follow-ups</h2> <span class="badge">${notes.length}</span></div>
<ul class="plain-list">${notes.toReversed().map(noteRow(around))}</ul>
${mayDo(around.staff.role, 'write_note') ? html`<details><summary>Add a note</summary>${addNoteForm(around.token, uid)}</details>` : ''}</section>`
