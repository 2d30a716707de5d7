import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'
import type { TaskView } from './task-facts.ts'

export const isRefused = ({ typed }: TaskView, form: string): boolean =>
  typed.errors.length > 0 && typed.form.get('which') === form

const NOTHING_TYPED = { form: new URLSearchParams(), errors: [] }

export const typedIn = (view: TaskView, form: string) => (isRefused(view, form) ? view.typed : NOTHING_TYPED)

type Drawn = { name: string; title: string; body: Html; isUpload?: boolean; isOpen?: boolean }

export const taskForm = (
  view: TaskView,
  { name, title, body, isUpload, isOpen }: Drawn,
): Html => html`<details class="card bound task"${isOpen || isRefused(view, name) ? html` open` : ''}><summary>${title}</summary>
<form method="post" action="/desk/tasks/${view.task.task_id}/${name}" aria-label="${title}" novalidate${isUpload ? html` enctype="multipart/form-data"` : ''}>
${view.token}<input type="hidden" name="which" value="${name}">
${body}
</form></details>`
