import { html } from 'hono/html'
import type { Counted } from '../../../platform/db/after-row.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { momentWords } from '../../../platform/pages/moment.ts'
import { type Task, waitsForPerson } from '../../../products/line/tasks/tasks.ts'
import { type ListSection, listSection } from '../parts/section.ts'
import { nextLink, table } from '../parts/table.ts'
import { dueWords, isTaskOverdue, taskTitle } from '../queue/open-tasks.ts'

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

const taskLink = ({ task, carrier, place }: ListedTask): Html =>
  html`<a href="/desk/tasks/${task.task_id}">${taskTitle(task)}<span class="hidden">, ${carrier}, ${place}</span></a> <code class="small">${task.uid}</code>`

const due = (task: Task, now: Date): Html => {
  const words = dueWords(task, now)
  return html`${isTaskOverdue(task, now) ? html`<span class="badge danger">${words}</span>` : words} <span class="soft small">${momentWords(task.due_at)}</span>`
}

const tasksTable = (caption: string, tasks: readonly ListedTask[], now: Date): Html =>
  table(caption, [
    { name: 'Task', cells: tasks.map(taskLink) },
    { name: 'Carrier', cells: tasks.map(({ carrier }) => carrier) },
    { name: 'Where', isTyped: true, cells: tasks.map(({ place }) => place) },
    { name: 'Due', cells: tasks.map(({ task }) => due(task, now)) },
    { name: 'Status', cells: tasks.map(stateWords) },
  ])

export type TaskPage = Counted<ListedTask>

type Shown = Pick<ListSection<ListedTask>, 'id' | 'title' | 'empty' | 'tone'> & { list: TaskPage }

const tasksSection = (shown: Shown, now: Date): Html => {
  const { id, title, list } = shown
  return listSection({
    ...shown,
    draw: tasks => tasksTable(title, tasks, now),
    more: nextLink({
      path: '/desk/tasks',
      list: id,
      next: list.next,
      words: `More ${title.toLowerCase()} tasks`,
    }),
  })
}

export const taskListView = ({ overdue, open }: Record<'overdue' | 'open', TaskPage>, now: Date): Html =>
  html`<h1>Carrier tasks</h1>
<p class="lede">Quotes and purchases with carriers that you work with in their own portals, and orders that a carrier’s API did not answer in time, or answered in a way we can’t accept.</p>
${tasksSection({ id: 'overdue', title: 'Overdue', empty: 'Nothing is overdue.', list: overdue, tone: 'danger' }, now)}
${tasksSection({ id: 'open', title: 'Open', empty: 'No other open tasks.', list: open }, now)}`
