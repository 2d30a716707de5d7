import { html } from 'hono/html'
import { RENEWAL_DAYS_AHEAD } from '../../../agency/policies/life/policy-end.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { deskFrame } from '../parts/frame.ts'
import { policyRequestCard } from '../policy-requests/policy-request-view.ts'
import type { CustomersWork } from '../queue/customers-work.ts'
import { dueWords } from '../queue/open-tasks.ts'
import type { Queue } from '../queue/queue.ts'
import { renewalCard } from '../renewals/renewal-view.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { blockedCard, documentCard, paymentCard, questionCard } from './cards.ts'

const NOTES = {
  blocked: 'The buyer had committed, and the carrier did not issue the policy. We’ve emailed the buyer.',
  requests:
    'Nothing changes on a policy until its carrier has agreed. The customer knows that we have the request.',
  renewals: `The policy ends within ${RENEWAL_DAYS_AHEAD} days, or the carrier offered to renew it. The customer knows that we ask the carrier.`,
} as const

const group = (cards: readonly Html[], note?: string): Html | '' =>
  cards.length === 0
    ? ''
    : html`${note === undefined ? '' : html`<p class="soft">${note}</p>`}<div class="grid">${cards}</div>`

const cards = (work: CustomersWork, token: Html): (Html | '')[] => [
  ...work.documents.map(documentCard(token)),
  group(work.questions.map(questionCard(token))),
  group(work.payments.map(paymentCard(token))),
  group(work.blocked.map(blockedCard(token)), NOTES.blocked),
  group(work.requests.map(policyRequestCard(token)), NOTES.requests),
  group(work.renewals.map(renewalCard(token)), NOTES.renewals),
]

/** The queue beside the work, on a screen that is wide enough. */
const pane = ({ shown }: Queue, uid: string, now: Date): Html =>
  html`<nav aria-label="Queue" class="pane"><ul>${shown.map(
    work =>
      html`<li><a href="${work.path}" data-row${work.uid === uid ? html` aria-current="true"` : ''}><strong>${work.name}</strong> ${work.what}<span class="small soft">${work.isPaused ? 'Waiting' : dueWords({ due_at: work.due }, now)}</span></a></li>`,
  )}</ul></nav>`

type View = { work: CustomersWork; queue: Queue; staff: Staff; now: Date }

const NOT_ALLOWED = html`<p class="soft">You can look at everything here. Your role does not allow changes.</p>`

export const workPage = (request: DocumentRequest, { work, queue, staff, now }: View) => {
  const { uid, person } = work.who
  const shown = cards(work, tokenField(request)).filter(card => card !== '')
  const body = shown.length === 0 ? html`<p class="soft">Nothing waits here any more.</p>` : html`${shown}`
  return deskFrame(request, staff, {
    title: person.name ?? 'Work',
    at: '/desk',
    body: html`<div class="paned${work.documents.length > 0 ? ' with-file' : ''}">${pane(queue, uid, now)}
<div><p class="small"><a href="/desk">Desk</a></p>
<h1>${person.name ?? 'No name yet'}</h1>
<p>${[person.place, person.phone, person.email].filter(Boolean).join(' · ')} <a href="/desk/book/${uid}">Customer’s page</a> <code class="id">${uid}</code></p>
${mayDo(staff.role, 'do_work') ? body : html`${NOT_ALLOWED}<fieldset disabled>${body}</fieldset>`}</div></div>`,
  })
}
