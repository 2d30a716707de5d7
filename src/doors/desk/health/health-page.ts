import { html } from 'hono/html'
import { listDead } from '../../../agency/emails/outbox.ts'
import { closeUnsent, countByStatus } from '../../../agency/emails/store.ts'
import { countDifferences } from '../../../agency/payments/difference-store.ts'
import { unreviewedIn } from '../../../agency/rules/rulebook.ts'
import type { App } from '../../../platform/app.ts'
import { RETRY_INBOUND } from '../../../platform/audit/inbound.ts'
import { closeFailedInbound, findInbound } from '../../../platform/audit/inbound-store.ts'
import { readCounted, readPage } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import {
  addJob,
  closeDeadJob,
  countDeadJobs,
  listBacklog,
  listDeadJobs,
  ONE_ATTEMPT,
} from '../../../platform/jobs/store.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { writeNote } from '../../../products/line/record/notes.ts'
import { countOpenTasks } from '../../../products/line/tasks/store.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { countBadge, listSection, section } from '../parts/section.ts'
import { nextLink, pageAsked, table } from '../parts/table.ts'
import { quotable } from '../queue/open-tasks.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { type Around, actionsFor, closeForm, customerCell } from './actions-view.ts'
import { failedEmailsNote, paperBadge } from './failed-email.ts'
import { type CarrierHealth, countEmails, listCarrierHealth } from './store.ts'
import { webhooksSection } from './webhooks-view.ts'

type Closing = { id: string; form: URLSearchParams; actor: string }
type Closed = { uid: string | null; about: string }

const closing =
  (close: (app: App, id: string) => Promise<Closed | null>) =>
  (app: App, { id, form, actor }: Closing): Promise<boolean> => {
    const { reason: words } = closeForm.take(form)
    return transact(app, async inside => {
      const closed = await close(inside, id)
      if (!closed) return false
      const { uid, about } = closed
      await writeNote(inside, { uid, words, by: actor, about })
      if (uid) await noteOnIntake(inside, uid, { actor, event: 'closed_by_staff', facts: { what: about } })
      app.log.info({ actor, what: about }, 'closed by staff')
      return true
    })
  }

const closeEmail = closing(async ({ db }, id) => {
  const email = await closeUnsent(db, id, 'dead')
  return email ? { uid: email.intake_uid, about: `email ${id}` } : null
})

const closeJob = closing(async ({ db }, id) => {
  const job = await closeDeadJob(db, id)
  return job ? { uid: job.intake_uid, about: `job ${job.task}` } : null
})

const closeEvent = closing(async ({ db, clock }, id) => {
  const event = await closeFailedInbound(db, id, clock.now())
  return event ? { uid: event.uid, about: `event ${id}` } : null
})

const retryEvent = (app: App, id: string, actor: string): Promise<boolean> =>
  transact(app, async inside => {
    const row = await findInbound(inside.db, id)
    if (row?.outcome !== 'failed' || row.closed_at !== null || row.body === null) return false
    const facts = { what: `event ${id}` }
    if (row.uid) await noteOnIntake(inside, row.uid, { actor, event: 'retried_by_staff', facts })
    await addJob(inside.db, RETRY_INBOUND, { inbound_id: id }, ONE_ATTEMPT)
    app.log.info({ actor, ...facts }, 'retried by staff')
    return true
  })

const AT = '/desk/health'
const FAILING = 5

const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`)

const standing = ({ unanswered_in_a_row, not_accepted_in_a_row }: CarrierHealth) => {
  if (unanswered_in_a_row >= FAILING)
    return html`<span class="badge danger">Paused: ${unanswered_in_a_row} requests in a row got no answer</span>`
  if (unanswered_in_a_row > 0)
    return html`<span class="badge warning">No answer to the last ${unanswered_in_a_row}</span>`
  return not_accepted_in_a_row > 0
    ? html`<span class="badge warning">Last ${not_accepted_in_a_row} answers not accepted</span>`
    : html`<span class="badge success">Answering</span>`
}

/** An order without an answer can't be sent again by staff, because its policy may exist. It ends with their call. */
const unansweredLine = ({ open, overdue }: { open: number; overdue: number }) =>
  open === 0
    ? html`<p class="soft">No carrier tasks are open.</p>`
    : html`<p><a href="/desk/tasks">Carrier tasks</a> <span class="badge ${overdue > 0 ? 'warning' : ''}">${open} open, ${overdue} overdue</span></p>`

const carriersSection = async (app: App, { request }: Around) => {
  const now = app.clock.now()
  const { shown, next } = await readPage(
    asked => listCarrierHealth(app.db, later(now, -7 * DAY), asked),
    pageAsked(request, 'carriers'),
    ({ carrier_id }) => carrier_id,
  )
  return listSection({
    id: 'carriers',
    title: 'Carriers',
    lead: html`${unansweredLine(await countOpenTasks(app.db, quotable, now))}
<p class="soft">Calls in the last seven days. After five requests in a row without an answer, we pause for 30 seconds before the next call. An answer is not accepted if it refuses the call, breaks the contract, or has other terms than were signed. It pauses nothing.</p>
`,
    empty: 'No calls to carriers in the last seven days.',
    list: { shown },
    draw: carriers =>
      table('Carriers', [
        { name: 'Carrier', cells: carriers.map(({ carrier_id }) => carrier_id) },
        { name: 'Now', cells: carriers.map(standing) },
        {
          name: 'Answered',
          cells: carriers.map(
            ({ calls, answered }) => `${Math.round((100 * answered) / calls)}% of ${calls}`,
          ),
        },
        { name: 'Not accepted', cells: carriers.map(({ not_accepted }) => String(not_accepted)) },
        { name: 'Median', cells: carriers.map(({ median_ms }) => seconds(median_ms)) },
        { name: 'Slowest 5%', cells: carriers.map(({ slow_ms }) => seconds(slow_ms)) },
        { name: 'Last call', cells: carriers.map(({ last_at }) => moment(last_at)) },
      ]),
    more: nextLink({ path: AT, list: 'carriers', next }),
  })
}

const EMAIL_STATUS: Readonly<Record<string, string>> = { dead: 'failed', kept: 'shown in the mailbox' }

const emailsSection = async (app: App, around: Around) => {
  const list = await readCounted(
    countByStatus(app.db, 'dead'),
    asked => listDead(app, asked),
    pageAsked(around.request, 'emails'),
    ({ email_id }) => email_id,
  )
  const counts = await countEmails(app.db, later(app.clock.now(), -DAY))
  const told = counts.map(({ status, count: many }) => `${many} ${EMAIL_STATUS[status] ?? status}`).join(', ')
  return listSection({
    id: 'emails',
    title: 'Emails',
    unit: 'failed',
    lead: html`<p class="soft">In the last 24 hours: ${told || 'none'}.</p>
`,
    empty: 'No failed emails.',
    list,
    draw: dead =>
      html`${failedEmailsNote}${table('Failed emails', [
        { name: 'Subject', cells: dead.map(mail => html`${mail.subject}${paperBadge(mail)}`) },
        { name: 'To', cells: dead.map(({ to }) => to) },
        { name: 'Customer', cells: dead.map(({ intake_uid }) => customerCell(intake_uid)) },
        { name: 'Error', cells: dead.map(({ last_error }) => last_error ?? '–') },
        {
          name: 'Actions',
          cells: dead.map(({ email_id }) =>
            actionsFor(around, { path: `/desk/emails/${email_id}`, name: email_id }),
          ),
        },
      ])}`,
    more: nextLink({ path: AT, list: 'emails', next: list.next }),
  })
}

const jobsSection = async (app: App, around: Around) => {
  const { after, limit } = pageAsked(around.request, 'jobs')
  const list = await readCounted(
    countDeadJobs(app.db),
    asked => listDeadJobs(app.db, asked),
    { after: /^\d{1,18}$/.test(after ?? '') ? after : null, limit },
    ({ id }) => id,
  )
  const backlog = await listBacklog(app.db)
  const waiting = backlog.map(
    ({ task, due, oldest_seconds }) => `${due} × ${nameTitle(task)} (oldest ${Math.round(oldest_seconds)} s)`,
  )
  return listSection({
    id: 'jobs',
    title: 'Jobs',
    unit: 'failed',
    lead: html`<p class="soft">Waiting now: ${waiting.join(', ') || 'none'}.</p>
`,
    empty: 'No failed jobs.',
    list,
    draw: dead =>
      table('Failed jobs', [
        { name: 'Job', cells: dead.map(({ task }) => nameTitle(task)) },
        { name: 'Customer', cells: dead.map(({ intake_uid }) => customerCell(intake_uid)) },
        { name: 'Failed', cells: dead.map(({ failed_at }) => moment(failed_at)) },
        { name: 'Attempts', cells: dead.map(({ attempts }) => String(attempts)) },
        {
          name: 'Actions',
          cells: dead.map(({ id, task }) =>
            actionsFor(around, { path: `/desk/jobs/${id}`, name: `${nameTitle(task)}, ${id}` }),
          ),
        },
      ]),
    more: nextLink({ path: AT, list: 'jobs', next: list.next }),
  })
}

const differencesLine = async (app: App, { role }: Staff) => {
  const count = await countDifferences(app.db)
  return section({
    id: 'differences',
    title: 'Money',
    badge: countBadge(count, 'open'),
    body: html`<p class="soft">Differences between the ledger and the payment provider.${mayDo(role, 'see_money') ? html` <a href="/desk/money#differences">See them</a>` : ''}</p>`,
  })
}

/** Where we are licensed, and the agency's counsel has not signed the rules off. */
const rulesSection = ({ config }: App): Html => {
  const sold = config.licenses?.map(({ state }) => state) ?? []
  const open = unreviewedIn(config.ruleReviews, [...new Set(sold)].toSorted())
  return section({
    id: 'rules',
    title: 'State rules',
    badge: countBadge(open.length, 'not reviewed'),
    body: html`<p class="soft">${open.length === 0 ? 'Your counsel reviewed the rules of every state you are licensed in.' : `Not reviewed by your counsel: ${open.map(stateName).join(', ')}. “bindery rules” lists the entries.`}</p>`,
  })
}

const MESSAGES: Readonly<Record<string, string>> = {
  retried: 'Trying again.',
  closed: 'Closed. The reason is kept as a note.',
  late: 'This was already handled. Nothing was saved.',
}

const healthPage = async (app: App, request: DocumentRequest, staff: Staff): Promise<Document> => {
  const around = { token: tokenField(request), staff, request }
  return deskFrame(request, staff, {
    title: 'Health',
    at: '/desk/health',
    body: html`<h1>Health</h1>
${toldResult(MESSAGES, request.query.done)}
${await carriersSection(app, around)}
${await emailsSection(app, around)}
${await jobsSection(app, around)}
${await webhooksSection(app, around)}
${rulesSection(app)}
${await differencesLine(app, staff)}`,
  })
}

const closingForm = (path: string, close: typeof closeEmail) =>
  staffForm(path, 'close_failed', async (app, { params, form: sent }, { actor }) => {
    const closed = await close(app, { id: params.id ?? '', form: sent, actor })
    return redirect(`/desk/health?done=${closed ? 'closed' : 'late'}`)
  })

export const healthRows = [
  staffPage('/desk/health', 'see_health', healthPage),
  closingForm('/desk/emails/{id}/close', closeEmail),
  closingForm('/desk/jobs/{id}/close', closeJob),
  closingForm('/desk/events/{id}/close', closeEvent),
  staffForm('/desk/events/{id}', 'retry', async (app, { params }, { actor }) => {
    const retried = await retryEvent(app, params.id ?? '', actor)
    return redirect(`/desk/health?done=${retried ? 'retried' : 'late'}`)
  }),
]
