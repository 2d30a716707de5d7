import { html } from 'hono/html'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { momentWords } from '../../../platform/pages/moment.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { NONE, nextLink } from '../parts/table.ts'
import { nextView } from '../queue/next-view.ts'
import { dueWords } from '../queue/open-tasks.ts'
import { kinds, nameOfKind, type Queue, type Queued, type QueueView } from '../queue/queue.ts'
import { RENEWAL_MESSAGES } from '../renewals/renewal-forms.ts'
import type { Names } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

export const RESULT_MESSAGES = {
  accepted: 'Document accepted.',
  rejected: 'Document rejected. We’ve told the sender why.',
  paid: 'Receipt recorded. The invoice is paid.',
  part_paid: 'Receipt recorded. The rest of the invoice stays open.',
  failed: 'Invoice marked as failed.',
  asked: 'Question sent to the buyer. The answer will appear here.',
  answered: 'Answer sent.',
  closed: 'Case closed.',
  with_carrier: 'Marked as sent to the carrier.',
  done: 'Marked as done. We’ve emailed the customer.',
  declined: 'Declined. We’ve emailed the customer.',
  renewal_offered: 'Offer recorded. We’ve emailed the customer.',
  renewed:
    'Renewal recorded. We’ve emailed the customer. Enter what the carrier stated about the new period on the customer’s page.',
  ...RENEWAL_MESSAGES,
  not_renewed: 'Recorded that the policy ends. We’ve emailed the customer.',
  retried: 'Trying again.',
  assigned: 'Assigned.',
  some_assigned: 'Assigned. What someone else had claimed, or what was done meanwhile, stayed as it was.',
  late: 'This was already handled, or has changed since. Nothing was saved.',
} as const

const SHOWS = {
  all: 'All',
  mine: 'Mine',
  free: 'Nobody’s',
  overdue: 'Overdue',
} as const satisfies Record<QueueView['show'], string>

export const viewIn = ({ query }: Pick<DocumentRequest, 'query'>): QueueView => ({
  what: kinds.find(kind => kind === query.what) ?? null,
  show: (Object.keys(SHOWS) as QueueView['show'][]).find(show => show === query.show) ?? 'all',
})

const pathOf = ({ what, show }: QueueView): string => {
  const query = [what && `what=${what}`, show !== 'all' && `show=${show}`].filter(Boolean).join('&')
  return query === '' ? '/desk' : `/desk?${query}`
}

const tab = (view: QueueView, words: Html | string, isHere: boolean): Html =>
  html`<li><a href="${pathOf(view)}"${isHere ? html` aria-current="page"` : ''}>${words}</a></li>`

const tabs = (view: QueueView, { counts }: Queue): Html => {
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  return html`<nav aria-label="Views" class="tabs"><ul>
${Object.entries(SHOWS).map(([show, words]) =>
  tab(
    { what: null, show: show as QueueView['show'] },
    show === 'all' ? html`${words} <strong>${total}</strong>` : words,
    view.what === null && view.show === show,
  ),
)}
${kinds
  .filter(kind => counts[kind] > 0 || kind === view.what)
  .map(kind =>
    tab(
      { what: kind, show: 'all' },
      html`${nameOfKind(kind)} <strong>${counts[kind]}</strong>`,
      kind === view.what,
    ),
  )}
</ul></nav>`
}

type Shown = { now: Date; names: Names; mayAssign: boolean }

const dueCell = ({ due, isPaused }: Queued, now: Date): Html => {
  const words = dueWords({ due_at: due }, now)
  if (isPaused) return html`<span class="soft">Waiting</span>`
  return html`<span title="${momentWords(due)}">${due < now ? html`<span class="badge danger">${words}</span>` : words}</span>`
}

const row =
  ({ now, names, mayAssign }: Shown) =>
  (work: Queued) =>
    html`<tr>
${mayAssign ? html`<td class="pick">${work.uid === null ? '' : html`<input type="checkbox" name="item" value="${work.item}~${work.uid}" aria-label="Choose ${work.what}, ${work.name}">`}</td>` : ''}
<th scope="row"><a href="${work.path}" data-row>${work.name}</a> <span class="small">${work.place}</span> ${work.uid === null ? '' : html`<code class="id">${work.uid}</code>`}</th>
<td>${work.what}</td>
<td class="typed why"><span class="clamp">${work.why}</span></td>
<td data-label="Due">${dueCell(work, now)}</td>
<td data-label="Owner">${work.owner === null ? html`<span class="soft">Nobody</span>` : (names.get(work.owner) ?? NONE).replace(' (staff)', '')}</td>
</tr>`

const queueTable = (queue: Queue, shown: Shown): Html => html`<table class="stacks queue">
<caption class="hidden">What waits for staff, the most urgent first</caption>
<thead><tr>${shown.mayAssign ? html`<td></td>` : ''}${['Customer', 'What', 'Why', 'Due', 'Owner'].map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${queue.shown.map(row(shown))}</tbody></table>`

const more = ({ what }: QueueView, { next, isCut, shown }: Queue): Html | '' => {
  if (what) return nextLink({ path: `/desk?what=${what}`, list: what, next, words: 'More' })
  if (isCut)
    return html`<p class="soft">The ${shown.length} most urgent. Choose a kind above to see all of it.</p>`
  return html`<p class="soft">${shown.length === 0 ? 'Nothing is waiting.' : 'Nothing else is waiting.'}</p>`
}

type Person = { id: string; email: string }

type QueuePage = {
  queue: Queue
  view: QueueView
  names: Names
  people: readonly Person[]
  now: Date
}

const queueView = (request: DocumentRequest, staff: Staff, page: QueuePage): Html => {
  const { queue, view, names, now, people } = page
  const mayAssign = mayDo(staff.role, 'do_work') && queue.shown.length > 0
  const list = queueTable(queue, { now, names, mayAssign })
  return html`${tabs(view, queue)}
${
  queue.shown.length === 0
    ? ''
    : mayAssign
      ? postForm({
          token: tokenField(request),
          path: '/desk/assign',
          label: 'Assign work',
          body: html`${list}
<div class="row"><label for="to">Assign what you chose to</label> <select id="to" name="to" class="short">
<option value="${staff.staffId}">Me</option>${people.filter(({ id }) => id !== staff.staffId).map(({ id, email }) => html`<option value="${id}">${email}</option>`)}<option value="">Nobody</option></select>
<button class="secondary" data-key="a">Assign</button></div>`,
        })
      : list
}
${more(view, queue)}`
}

type View = QueuePage & {
  figures: Html | ''
  staff: Staff
  done: string
  warnings: readonly string[]
  operatorsWaiting: number
  failed: { emails: number; jobs: number }
}

const notices = ({ warnings, operatorsWaiting, failed: { emails, jobs } }: View): Html => html`
${warnings.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}
${
  operatorsWaiting === 0
    ? ''
    : html`<div class="callout info"><p><a href="/desk/operators">${operatorsWaiting === 1 ? 'One operator is waiting' : `${operatorsWaiting} operators are waiting`} for approval</a></p></div>`
}
${emails + jobs === 0 ? '' : html`<div class="callout warning"><p><a href="/desk/health">${emails} emails and ${jobs} jobs failed</a></p></div>`}`

export const deskPage = (request: DocumentRequest, view: View) => {
  const { staff, done, queue, now } = view
  const told = toldResult(RESULT_MESSAGES, done)
  return deskFrame(request, staff, {
    title: 'Desk',
    at: '/desk',
    body: html`<h1>Desk</h1>
${told}
${String(told) === '' ? '' : nextView(queue.shown[0], now)}
${notices(view)}
${view.figures}
${queueView(request, staff, view)}`,
  })
}
