import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import { tokenField } from '../pages/form-token.ts'
import type { Html } from '../pages/frame.ts'
import {
  blockedCard,
  canceledCard,
  documentCard,
  jobRow,
  mailRow,
  paymentCard,
  requestCard,
  returnCard,
} from './cards.ts'
import { deskFrame, told } from './frame.ts'
import { nextLink } from './list-page.ts'
import type { OpenWork } from './open-work.ts'
import { policyRequestCard } from './policy-request-view.ts'
import { RENEWAL_MESSAGES } from './renewals/renewal-forms.ts'
import { renewalCard } from './renewals/renewal-view.ts'
import { mayDo } from './staff/roles.ts'
import type { Staff } from './staff.ts'

const table = (caption: string, columns: readonly string[], rows: Html[]) => html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}<th scope="col"><span class="hidden">Action</span></th></tr></thead>
<tbody>${rows}</tbody></table>`

type Section = { id: string; title: string; empty: string; count: number; body: Html; more?: Html | '' }

const section = ({
  id,
  title,
  empty,
  count,
  body,
  more = '',
}: Section) => html`<section aria-labelledby="${id}">
<div class="row"><h2 id="${id}">${title}</h2> <span class="badge ${count > 0 ? 'warning' : ''}">${count}</span></div>
${count === 0 ? html`<div class="empty"><p>${empty}</p></div>` : html`${body}${more}`}
</section>`

const taskWords = ({ open, overdue }: OpenWork['tasks']): string => {
  const tasks = open === 1 ? '1 open task' : `${open} open tasks`
  return overdue === 0 ? tasks : `${tasks}, ${overdue} overdue`
}

const allLink = (list: 'emails' | 'jobs', { count, shown }: { count: number; shown: readonly unknown[] }) =>
  count > shown.length
    ? html`<p>These are the oldest ${shown.length}. <a href="/desk/health#${list}">All ${count} ${list} that failed</a></p>`
    : ''

const sections = (work: OpenWork, token: Html): Section[] => [
  {
    id: 'tasks',
    title: 'Carrier tasks',
    empty: 'No carrier tasks.',
    count: work.tasks.open,
    body: html`<p><a href="/desk/tasks">${taskWords(work.tasks)}</a></p>`,
  },
  {
    id: 'documents',
    title: 'Documents to review',
    empty: 'No documents to review.',
    count: work.documents.count,
    more: nextLink({ path: '/desk', list: 'documents', next: work.documents.next, words: 'More documents' }),
    body: html`<div class="grid">${work.documents.shown.map(documentCard(token))}</div>`,
  },
  {
    id: 'payments',
    title: 'Open invoices',
    empty: 'No open invoices.',
    count: work.payments.count,
    more: nextLink({ path: '/desk', list: 'payments', next: work.payments.next, words: 'More invoices' }),
    body: html`<div class="grid">${work.payments.shown.map(paymentCard(token))}</div>`,
  },
  {
    id: 'requests',
    title: 'Open questions',
    empty: 'No open questions.',
    count: work.requests.count,
    more: nextLink({ path: '/desk', list: 'requests', next: work.requests.next, words: 'More questions' }),
    body: html`<div class="grid">${work.requests.shown.map(requestCard(token))}</div>`,
  },
  {
    id: 'blocked',
    title: 'Blocked purchases',
    empty: 'No blocked purchases.',
    count: work.blocked.count,
    more: nextLink({
      path: '/desk',
      list: 'blocked',
      next: work.blocked.next,
      words: 'More blocked purchases',
    }),
    body: html`<p class="soft">The buyer had committed, and the carrier did not issue the policy. We’ve emailed the buyer.</p>
<div class="grid">${work.blocked.shown.map(blockedCard(token))}</div>`,
  },
  {
    id: 'asked',
    title: 'Requests about policies',
    empty: 'No requests about policies.',
    count: work.asked.count,
    more: nextLink({ path: '/desk', list: 'asked', next: work.asked.next, words: 'More requests' }),
    body: html`<p class="soft">Nothing changes on a policy until its carrier has agreed. The customer knows that we have the request.</p>
<div class="grid">${work.asked.shown.map(policyRequestCard(token))}</div>`,
  },
  {
    id: 'renewals',
    title: 'Renewals',
    empty: 'No renewals due.',
    count: work.renewals.count,
    more: nextLink({ path: '/desk', list: 'renewals', next: work.renewals.next, words: 'More renewals' }),
    body: html`<p class="soft">These policies end within 60 days, or a carrier offered to renew them. The customer knows that we ask the carrier.</p>
<div class="grid">${work.renewals.shown.map(renewalCard(token))}</div>`,
  },
  {
    id: 'canceled',
    title: 'Cancellations to record',
    empty: 'No cancellations to record.',
    count: work.canceled.count,
    more: nextLink({
      path: '/desk',
      list: 'canceled',
      next: work.canceled.next,
      words: 'More cancellations',
    }),
    body: html`<p class="soft">The carrier canceled the policy without saying from when. Ask the carrier, then an admin records it. The customer has not been told yet.</p>
<div class="grid">${work.canceled.shown.map(canceledCard)}</div>`,
  },
  {
    id: 'returns',
    title: 'Return premiums to refund',
    empty: 'No return premiums to refund.',
    count: work.returns.count,
    more: nextLink({
      path: '/desk',
      list: 'returns',
      next: work.returns.next,
      words: 'More return premiums',
    }),
    body: html`<p class="soft">The policy was canceled, and the carrier has not stated the return premium. Ask the carrier, then an admin refunds it or records that there is none.</p>
<div class="grid">${work.returns.shown.map(returnCard)}</div>`,
  },
  {
    id: 'emails',
    title: 'Emails that failed',
    empty: 'No failed emails.',
    count: work.emails.count,
    more: allLink('emails', work.emails),
    body: table('Emails', ['Subject', 'To', 'Created', 'Error'], work.emails.shown.map(mailRow(token))),
  },
  {
    id: 'jobs',
    title: 'Jobs that failed',
    empty: 'No failed jobs.',
    count: work.jobs.count,
    more: allLink('jobs', work.jobs),
    body: table('Jobs', ['Job', 'Request', 'Failed', 'Attempts'], work.jobs.shown.map(jobRow(token))),
  },
]

export const RESULT_MESSAGES = {
  accepted: 'Document accepted.',
  rejected: 'Document rejected. The sender is told why.',
  paid: 'Invoice marked as paid.',
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
    : html`<div class="callout info"><p><a href="/desk/operators">${count === 1 ? 'One operator is waiting' : `${count} operators wait`} for approval</a></p></div>`

type View = { work: OpenWork; staff: Staff; done: string | undefined; warnings: readonly string[] }

export const deskPage = (request: DocumentRequest, { work, staff, done, warnings }: View) => {
  const sentence = Object.hasOwn(RESULT_MESSAGES, done ?? '')
    ? RESULT_MESSAGES[done as keyof typeof RESULT_MESSAGES]
    : null
  const shown = sections(work, tokenField(request)).map(section)
  return deskFrame(request, staff, {
    title: 'Desk',
    at: '/desk',
    body: html`<h1>Desk</h1>
${told(sentence, done === 'late' ? 'warning' : 'success')}
${warnings.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}
${operatorsWait(work.operatorsWaiting)}
${mayDo(staff.role, 'do_work') ? shown : html`<p class="soft">You can look at everything here. Your role does not allow changes.</p><fieldset disabled>${shown}</fieldset>`}`,
  })
}
