import { html } from 'hono/html'
import { lineOf } from '../../../platform/lines.ts'
import { errorSummary } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment, momentWords } from '../../../platform/pages/moment.ts'
import type { TaskApplication } from '../../../products/line/desk.ts'
import type { AnswerRow } from '../../../products/line/fields/answer-rows.ts'
import { waitsForPerson } from '../../../products/line/tasks/tasks.ts'
import { customerLink } from '../parts/customer-link.ts'
import { postForm } from '../parts/form.ts'
import { type DeskFact, facts, table } from '../parts/table.ts'
import { dueWords, isTaskOverdue, taskTitle } from '../queue/open-tasks.ts'
import { purchaseForms, purchaseView } from './purchase-view.ts'
import { quoteForms } from './quote-view.ts'
import { filingView, surplusForm } from './surplus-view.ts'
import { copyAll, type TaskView } from './task-facts.ts'
import { isRejectedAnswer, lastAnswerWords, messageView, OUTCOMES } from './task-words.ts'

const answersTable = (title: string, rows: readonly AnswerRow[]): Html =>
  table(`${title}, and who said it`, [
    { name: 'Answer', cells: rows.map(({ label }) => label) },
    { name: 'Value', cells: rows.map(({ value }) => value) },
    { name: 'Source', cells: rows.map(({ source }) => source) },
  ])

const allText = ({ sections }: TaskApplication): string =>
  sections.flatMap(({ rows }) => rows.map(({ label, copy }) => `${label}\t${copy}`)).join('\n')

const CREDIT = {
  allowed:
    'A soft credit check is authorized, and the customer’s page says by whom. The carrier may use a credit report.',
  forbidden:
    'No credit check is authorized, or the state forbids it. Don’t let the carrier use a credit report.',
}

const applicationView = (application: TaskApplication): Html => html`<section aria-labelledby="application">
<div class="row apart"><h2 id="application">Application</h2>
${copyAll(allText(application))}</div>
<p class="callout ${application.creditAllowed ? 'info' : 'warning'}">${application.creditAllowed ? CREDIT.allowed : CREDIT.forbidden}</p>
${application.sections.map(
  ({ title, rows }) => html`<h3>${title}</h3>
${answersTable(title, rows)}`,
)}
</section>`

const LATE_ORDER =
  'The carrier did not answer this order in time. Call the carrier and ask whether it issued the policy. Then enter its answer here. If its answer arrives by itself, this task closes.'

const REJECTED_ORDER =
  'We can’t accept the carrier’s answer to this order. Call the carrier. If it issued a policy on other terms, have it corrected or canceled. Then enter its answer here. If a valid answer arrives by itself, this task closes.'

const NOT_SENT =
  'The carrier did not confirm a document that it asked for, so this order was not sent to it. Call the carrier, and find out how it gets the document. Then enter its answer here. If its answer arrives by itself, this task closes.'

const FILED_ORDER =
  'The order goes to the carrier by itself. Its answer closes this task. If it does not answer by the due time, call the carrier.'

const lacksDocument = ({ order, documents }: TaskView): boolean =>
  (order?.request.documents ?? []).some(wanted =>
    documents.some(
      ({ document_id, delivered_at }) => document_id === wanted.document_id && delivered_at === null,
    ),
  )

const orderWords = (view: TaskView): string => {
  const { duty, filing, task, now } = view
  if (duty) return ''
  if (lacksDocument(view)) return NOT_SENT
  if (isRejectedAnswer(view.lastAnswer)) return REJECTED_ORDER
  return filing && task.due_at > now ? FILED_ORDER : LATE_ORDER
}

const outside = (url: string): Html =>
  html`<a href="${url}" target="_blank" rel="noreferrer">${new URL(url).host}</a> (opens in a new tab)`

const carrierFacts = (view: TaskView): DeskFact[] => {
  const { carrier, task, lastAnswer } = view
  if (carrier === null)
    return [{ label: 'Carrier', value: `${task.carrier_id} (no longer in CARRIERS_FILE)` }]
  const { name, naic, facts: known, portalUrl, instructions = '' } = carrier
  const line = lineOf(task.uid)
  const told = portalUrl === undefined ? orderWords(view) : instructions
  return [
    { label: 'Carrier', value: naic === undefined ? name : `${name}, NAIC ${naic}` },
    ...(portalUrl === undefined ? [] : [{ label: 'Portal', value: outside(portalUrl) }]),
    ...(known.phone === undefined ? [] : [{ label: 'Phone', value: known.phone }]),
    ...(known.website === undefined ? [] : [{ label: 'Website', value: outside(known.website) }]),
    ...(lastAnswer && line ? [{ label: 'Last answer', value: lastAnswerWords(lastAnswer, line) }] : []),
    ...(told === ''
      ? []
      : [{ label: 'Instructions', value: html`${told.split('\n').map(line => html`${line}<br>`)}` }]),
  ]
}

const stateWords = ({ task, holder, isMine }: TaskView): string => {
  if (task.outcome !== null) return `${OUTCOMES[task.outcome]}, ${momentWords(task.done_at ?? task.due_at)}`
  if (isMine) return 'Yours'
  return holder === null ? 'Unclaimed' : `Claimed by ${holder}`
}

const act = (view: TaskView, path: string, body: Html): Html =>
  postForm({ token: view.token, path: `/desk/tasks/${view.task.task_id}/${path}`, label: path, body })

const claiming = (view: TaskView): Html => {
  if (view.isMine) return act(view, 'release', html`<button class="secondary">Release</button>`)
  if (view.holder === null)
    return html`<p>Claim the task to see the application. The claim is recorded.</p>
${act(view, 'claim', html`<button>Claim</button>`)}`
  return html`<p>${view.holder} is working on this since ${momentWords(view.task.claimed_at ?? view.now)}. Ask them to release it. If you can’t reach them, take it over.</p>
${act(view, 'claim', html`<input type="hidden" name="from" value="${view.task.claimed_by}"><button class="secondary">Take over</button>`)}`
}

const questionView = ({ task }: TaskView): Html => {
  if (task.question === null) return html``
  return html`<section aria-labelledby="asked"><h2 id="asked">The carrier’s question</h2>
${facts([
  { label: 'Asked', value: html`${task.question} (${moment(task.asked_at ?? task.created_at)})` },
  {
    label: 'Answer',
    value: waitsForPerson(task)
      ? 'Not answered yet'
      : html`${task.answer ?? ''} (${moment(task.answered_at ?? task.created_at)})`,
  },
])}
</section>`
}

const answerForms = (view: TaskView): Html => {
  const { task, order } = view
  if (task.kind === 'quote') return quoteForms(view)
  return order === null ? html`` : purchaseForms(view, order)
}

/** Copied into the carrier’s portal on the left, entered here on the right. */
const work = (view: TaskView): Html => {
  if (!view.isMine) return html``
  return html`<div class="two-sided"><div>
${view.order === null ? '' : purchaseView(view, view.order)}
${applicationView(view.application)}
</div><div>
${questionView(view)}
${view.duty ? surplusForm(view, view.duty) : ''}
${answerForms(view)}
</div></div>`
}

const NOT_WANTED =
  'The applicant withdrew or changed the application, or has bought another offer. There is nothing to do here.'

const heldView = ({ held }: TaskView): Html =>
  held === null
    ? html``
    : html`<p class="callout warning"><strong>Don’t buy this policy from the carrier now.</strong> ${held} If the carrier has already issued it, enter it here.</p>`

const body = (view: TaskView): Html => {
  if (view.task.done_at !== null) return html``
  if (!view.isWanted) return html`<p class="callout warning">${NOT_WANTED}</p>`
  return html`${heldView(view)}
${claiming(view)}
${work(view)}`
}

export const taskView = (view: TaskView): Html => {
  const { task, typed, now, message, place } = view
  const late = task.done_at === null && isTaskOverdue(task, now)
  return html`<p><a href="/desk/tasks">All carrier tasks</a></p>
${typed.errors.length > 0 ? errorSummary(typed.errors) : messageView(message)}
<div class="row"><h1>${taskTitle(task)}</h1>${late ? html` <span class="badge danger">Overdue</span>` : ''}</div>
${facts([
  ...carrierFacts(view),
  { label: 'Where', value: place },
  {
    label: 'Due',
    value: html`${moment(task.due_at)}${task.done_at === null ? ` (${dueWords(task, now).toLowerCase()})` : ''}`,
  },
  { label: 'Status', value: stateWords(view) },
  { label: 'Request', value: customerLink(task.uid) },
])}
${view.filing ? filingView(view, view.filing) : ''}
${body(view)}`
}
