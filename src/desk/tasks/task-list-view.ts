import { html } from 'hono/html'
import type { Counted } from '../../db/after-row.ts'
import { type Task, waitsForPerson } from '../../line/tasks/tasks.ts'
import type { Html } from '../../pages/frame.ts'
import { momentWords } from '../../pages/moment.ts'
import { nextLink } from '../parts/list-page.ts'
import { dueWords, isTaskOverdue, taskTitle } from './task-words.ts'

export type ListedTask = {
  task: Task
  carrier: string
  place: string
  holder: string | null
  isMine: boolean
}

const stateWords = ({ task, holder, isMine }: ListedTask): string => {
  const waits = waitsForPerson(task) ? ', waiting for the applicant' : ''
  if (isMine) return `Yours${waits}`
  return `${holder === null ? 'Unclaimed' : `Claimed by ${holder}`}${waits}`
}

const row = (listed: ListedTask, now: Date): Html => {
  const { task, carrier, place } = listed
  return html`<tr>
<td><a href="/desk/tasks/${task.task_id}">${taskTitle(task)}<span class="hidden">, ${carrier}, ${place}</span></a> <code class="small">${task.uid}</code></td>
<td data-label="Carrier">${carrier}</td>
<td class="typed" data-label="Where">${place}</td>
<td data-label="Due">${isTaskOverdue(task, now) ? html`<span class="badge danger">${dueWords(task, now)}</span>` : dueWords(task, now)} <span class="soft small">${momentWords(task.due_at)}</span></td>
<td data-label="Status">${stateWords(listed)}</td></tr>`
}

const table = (caption: string, tasks: readonly ListedTask[], now: Date): Html =>
  html`<table class="stacks"><caption class="hidden">${caption}</caption>
<thead><tr>${['Task', 'Carrier', 'Where', 'Due', 'Status'].map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${tasks.map(task => row(task, now))}</tbody></table>`

export type TaskPage = Counted<ListedTask>

type Section = { id: string; title: string; empty: string; tasks: TaskPage; tone: string }

const section = ({ id, title, empty, tasks, tone }: Section, now: Date): Html =>
  html`<section aria-labelledby="${id}"><div class="row"><h2 id="${id}">${title}</h2> <span class="badge ${tasks.count > 0 ? tone : ''}">${tasks.count}</span></div>
${tasks.count === 0 ? html`<div class="empty"><p>${empty}</p></div>` : table(title, tasks.shown, now)}
${nextLink({ path: '/desk/tasks', list: id, next: tasks.next, words: `More ${title.toLowerCase()} tasks` })}
</section>`

export const taskListView = ({ overdue, open }: Record<'overdue' | 'open', TaskPage>, now: Date): Html =>
  html`<h1>Carrier tasks</h1>
<p class="lede">Quotes and purchases with carriers that you work with in their own portals, and orders that a carrier’s API did not answer in time.</p>
${section({ id: 'overdue', title: 'Overdue', empty: 'Nothing is overdue.', tasks: overdue, tone: 'danger' }, now)}
${section({ id: 'open', title: 'Open', empty: 'No other open tasks.', tasks: open, tone: 'warning' }, now)}`
