import { html } from 'hono/html'
import { form, type Typed } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { FieldSection } from './offer-form.ts'
import type { TaskView } from './task-facts.ts'

/** Refused, or drawn again with room for another offer. */
export const isRefused = ({ typed }: TaskView, name: string): boolean =>
  (typed.errors.length > 0 || typed.form.has('more')) && typed.form.get('which') === name

const NOTHING_TYPED = { form: new URLSearchParams(), errors: [] }

export const typedIn = (view: TaskView, name: string): Typed =>
  isRefused(view, name) ? view.typed : NOTHING_TYPED

type Drawn = { name: string; title: string; body: Html; isUpload?: boolean; isOpen?: boolean }

export const taskForm = (
  view: TaskView,
  { name, title, body, isUpload, isOpen }: Drawn,
): Html => html`<details class="card bound task"${isOpen || isRefused(view, name) ? html` open` : ''}><summary>${title}</summary>
<form method="post" action="/desk/tasks/${view.task.task_id}/${name}" aria-label="${title}" novalidate${isUpload ? html` enctype="multipart/form-data"` : ''}>
${view.token}<input type="hidden" name="which" value="${name}">
${body}
</form></details>`

export const sectionView = (
  { title, fields, isFolded }: FieldSection,
  typed: Typed,
  prefix: string,
): Html => {
  const drawn = html`<div class="fields">${form(fields).draw({ typed, prefix })}</div>`
  const isOpen = Object.keys(fields).some(name => typed.errors.some(error => error.name === prefix + name))
  return isFolded
    ? html`<details${isOpen ? html` open` : ''}><summary>${title}</summary>${drawn}</details>`
    : html`<fieldset><legend>${title}</legend>${drawn}</fieldset>`
}
