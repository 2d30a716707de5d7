import { html } from 'hono/html'
import type { Counted } from '../../../platform/db/after-row.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { failedEmailsNote } from '../health/failed-email.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { listSection } from '../parts/section.ts'
import { nextLink, table } from '../parts/table.ts'
import { policyRequestCard } from '../policy-requests/policy-request-view.ts'
import { RENEWAL_MESSAGES } from '../renewals/renewal-forms.ts'
import { renewalCard } from '../renewals/renewal-view.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import {
  blockedCard,
  canceledCard,
  documentCard,
  emailsTable,
  jobsTable,
  paymentCard,
  questionCard,
  returnCard,
} from './cards.ts'
import type { OpenWork } from './open-work.ts'

const taskWords = ({ open, overdue }: OpenWork['tasks']): string => {
  const tasks = open === 1 ? '1 open task' : `${open} open tasks`
  return overdue === 0 ? tasks : `${tasks}, ${overdue} overdue`
}

const allLink = (list: 'emails' | 'jobs', { count, shown }: { count: number; shown: readonly unknown[] }) =>
  count > shown.length
    ? html`<p>These are the oldest ${shown.length}. <a href="/desk/health#${list}">All ${count} ${list} that failed</a></p>`
    : ''

type Cards<T> = {
  id: string
  title: string
  empty: string
  more: string
  note?: string
  list: Counted<T>
  card(one: T): Html
}

const cardSection = <T>({ id, title, empty, more, note, list, card }: Cards<T>): Html =>
  listSection({
    id,
    title,
    empty,
    list,
    draw: shown => html`${note === undefined ? '' : html`<p class="soft">${note}</p>`}
<div class="grid">${shown.map(card)}</div>`,
    more: nextLink({ path: '/desk', list: id, next: list.next, words: more }),
  })

const pagesTable = (pages: readonly OpenWork['pages']['shown'][number][]): Html =>
  table('Declarations pages to check', [
    {
      name: 'Policy',
      cells: pages.map(
        ({ document_id, policy_number }) =>
          html`<a href="/desk/declarations/${document_id}">${policy_number}</a>`,
      ),
    },
    { name: 'Carrier', cells: pages.map(({ carrier }) => carrier) },
    { name: 'Arrived', cells: pages.map(({ received_at }) => moment(received_at)) },
  ])

const buyingSections = (work: OpenWork, token: Html): Html[] => [
  listSection({
    id: 'tasks',
    title: 'Carrier tasks',
    empty: 'No carrier tasks.',
    list: { count: work.tasks.open, shown: [] },
    draw: () => html`<p><a href="/desk/tasks">${taskWords(work.tasks)}</a></p>`,
  }),
  listSection({
    id: 'pages',
    title: 'Declarations pages to check',
    empty: 'No declarations pages to check.',
    list: work.pages,
    draw: pages => pagesTable(pages),
    more: nextLink({ path: '/desk', list: 'pages', next: work.pages.next, words: 'More pages' }),
  }),
  cardSection({
    id: 'documents',
    title: 'Documents to review',
    empty: 'No documents to review.',
    more: 'More documents',
    list: work.documents,
    card: documentCard(token),
  }),
  cardSection({
    id: 'payments',
    title: 'Open invoices',
    empty: 'No open invoices.',
    more: 'More invoices',
    list: work.payments,
    card: paymentCard(token),
  }),
  cardSection({
    id: 'questions',
    title: 'Open questions',
    empty: 'No open questions.',
    more: 'More questions',
    list: work.questions,
    card: questionCard(token),
  }),
  cardSection({
    id: 'blocked',
    title: 'Blocked purchases',
    empty: 'No blocked purchases.',
    more: 'More blocked purchases',
    note: 'The buyer had committed, and the carrier did not issue the policy. We’ve emailed the buyer.',
    list: work.blocked,
    card: blockedCard(token),
  }),
]

const policySections = (work: OpenWork, token: Html): Html[] => [
  cardSection({
    id: 'policy-requests',
    title: 'Requests about policies',
    empty: 'No requests about policies.',
    more: 'More requests',
    note: 'Nothing changes on a policy until its carrier has agreed. The customer knows that we have the request.',
    list: work.policyRequests,
    card: policyRequestCard(token),
  }),
  cardSection({
    id: 'renewals',
    title: 'Renewals',
    empty: 'No renewals due.',
    more: 'More renewals',
    note: 'These policies end within 60 days, or a carrier offered to renew them. The customer knows that we ask the carrier.',
    list: work.renewals,
    card: renewalCard(token),
  }),
  cardSection({
    id: 'canceled',
    title: 'Cancellations to record',
    empty: 'No cancellations to record.',
    more: 'More cancellations',
    note: 'The carrier canceled the policy without saying from when. Ask the carrier, then an admin records it. The customer has not been told yet.',
    list: work.canceled,
    card: canceledCard,
  }),
  cardSection({
    id: 'returns',
    title: 'Return premiums to refund',
    empty: 'No return premiums to refund.',
    more: 'More return premiums',
    note: 'The policy was canceled, and the carrier has not stated the return premium. Ask the carrier, then an admin refunds it or records that there is none.',
    list: work.returns,
    card: returnCard,
  }),
]

const failureSections = (work: OpenWork, token: Html): Html[] => [
  listSection({
    id: 'emails',
    title: 'Emails that failed',
    empty: 'No failed emails.',
    list: work.emails,
    draw: () => html`${failedEmailsNote}${emailsTable(token, work.emails.shown)}`,
    more: allLink('emails', work.emails),
  }),
  listSection({
    id: 'jobs',
    title: 'Jobs that failed',
    empty: 'No failed jobs.',
    list: work.jobs,
    draw: () => jobsTable(token, work.jobs.shown),
    more: allLink('jobs', work.jobs),
  }),
]

const sections = (work: OpenWork, token: Html): Html[] => [
  ...buyingSections(work, token),
  ...policySections(work, token),
  ...failureSections(work, token),
]

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
  late: 'This was already handled, or has changed since. Nothing was saved.',
} as const

const operatorsWait = (count: number) =>
  count === 0
    ? ''
    : html`<div class="callout info"><p><a href="/desk/operators">${count === 1 ? 'One operator is waiting' : `${count} operators are waiting`} for approval</a></p></div>`

type View = { work: OpenWork; staff: Staff; done: string | undefined; warnings: readonly string[] }

export const deskPage = (request: DocumentRequest, { work, staff, done, warnings }: View) => {
  const shown = sections(work, tokenField(request))
  return deskFrame(request, staff, {
    title: 'Desk',
    at: '/desk',
    body: html`<h1>Desk</h1>
${toldResult(RESULT_MESSAGES, done)}
${warnings.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}
${operatorsWait(work.operatorsWaiting)}
${mayDo(staff.role, 'do_work') ? shown : html`<p class="soft">You can look at everything here. Your role does not allow changes.</p><fieldset disabled>${shown}</fieldset>`}`,
  })
}
