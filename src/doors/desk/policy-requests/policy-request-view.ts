import { html } from 'hono/html'
import { changeKinds } from '../../../agency/carriers/contract/policy-change.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { changeForm } from '../../../agency/policies/policy-change.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { customerLink } from '../parts/customer-link.ts'
import { postForm } from '../parts/form.ts'
import { facts, NONE, table } from '../parts/table.ts'
import { askedForm, declinedForm, doneForm, statedForm, type WaitingRequest } from './policy-requests.ts'

const ASKED_BY = {
  insured: 'The customer, signed in',
  assistant: 'The customer’s assistant. Ask the customer whether they want it.',
  operator: 'The operator. Ask the customer whether they want it.',
  staff: 'Staff, for the customer',
} as const

const ASKER = {
  insured: 'the customer',
  assistant: 'the customer’s assistant',
  operator: 'the operator',
  staff: 'staff',
} as const

const closedElsewhere = ({ kind, uid }: WaitingRequest): Html | null => {
  if (kind === 'cancellation')
    return html`<p><a href="/desk/money/customers/${uid}">Record when coverage ends</a>, once the carrier has confirmed it. That closes this request.</p>`
  if (kind === 'renewal')
    return html`<p><a href="/desk?what=renewals">Record the renewal</a>, once the carrier has confirmed it. That closes this request.</p>`
  return null
}

const statedView = ({ request_id, kind, change, policy }: WaitingRequest): Html => {
  const stated = policy && statedForm(policy, { kind, change })
  return stated
    ? html`<p>Enter what the carrier stated. Evidence, pages and the API show it from that day on. What you leave empty is named as changed, and not shown.</p>${stated.draw({ within: `${request_id}-stated` })}`
    : html``
}

export const policyRequestCard =
  (token: Html) =>
  (request: WaitingRequest): Html => {
    const { request_id: id, kind, uid, wanted_on, details, asked_by, asked_at, status } = request
    const send = (name: string, body: Html) =>
      postForm({ token, path: `/desk/policy-requests/${id}`, label: `${name} ${id}`, body })
    return html`<article class="card bound" aria-labelledby="${id}">
<h3 id="${id}">${POLICY_REQUEST_WORDS[kind]}</h3>
${facts([
  { label: 'Policy', value: `${request.policy_number}, ${request.carrier}` },
  ...(wanted_on === null ? [] : [{ label: 'From', value: dayWords(wanted_on) }]),
  ...(details === '' ? [] : [{ label: 'In their words', value: details }]),
  { label: 'Asked by', value: ASKED_BY[asked_by] },
  { label: 'Asked', value: moment(asked_at) },
  { label: 'Status', value: status === 'open' ? 'Not sent to the carrier yet' : 'The carrier has it' },
  { label: 'Request', value: customerLink(uid) },
])}
${status === 'open' ? send('Sent to the carrier', html`<button name="act" value="with_carrier">I’ve sent it to the carrier</button>`) : ''}
${
  closedElsewhere(request) ??
  html`<details><summary>The carrier has agreed</summary>
${send('Done', html`${statedView(request)}${doneForm.draw({ within: `${id}-done` })}<button name="act" value="done">Mark as done</button>`)}
</details>`
}
<details><summary>Not possible</summary>
${send('Decline', html`${declinedForm.draw({ within: `${id}-declined` })}<button name="act" value="declined" class="secondary">Decline</button>`)}
</details>
</article>`
  }

/** Each kind of change has its own fields, which open when they are needed. */
const askedFields = (policies: readonly Policy[]): Html => {
  const asked = askedForm(policies)
  const [policy] = policies
  return html`${asked.draw({ only: ['policy_number', 'kind', 'wanted_on'] })}
${
  policy
    ? changeKinds.map(
        kind => html`<details><summary>${POLICY_REQUEST_WORDS[kind]}</summary>
${asked.draw({ only: Object.keys(changeForm(kind, policy).fields) })}</details>`,
      )
    : ''
}
${asked.draw({ only: ['details'] })}`
}

export const policyRequestForm = (token: Html, uid: string, policies: readonly Policy[]): Html => html`
<details><summary>Record what the customer asks for</summary>
${postForm({
  token,
  path: `/desk/book/${uid}/requests`,
  label: 'Record what the customer asks for',
  body: html`${askedFields(policies)}
<button>Record the request</button>
<p class="soft small">The customer is emailed that we have it. It then waits on the desk.</p>`,
})}</details>`

export const policyRequestsTable = (policies: readonly Policy[]): Html => {
  const asked = policies.flatMap(({ policy_number, requests }) =>
    requests.map(request => ({ ...request, policy_number })),
  )
  return table('Requests about policies', [
    { name: 'Policy', cells: asked.map(({ policy_number }) => policy_number) },
    {
      name: 'Request',
      isTyped: true,
      cells: asked.map(({ kind, details }) => `${POLICY_REQUEST_WORDS[kind]}${details && `: ${details}`}`),
    },
    { name: 'From', cells: asked.map(({ wanted_on }) => (wanted_on ? dayWords(wanted_on) : NONE)) },
    {
      name: 'Asked',
      cells: asked.map(({ asked_at, asked_by }) => html`${moment(asked_at)}, by ${ASKER[asked_by]}`),
    },
    {
      name: 'Status',
      isTyped: true,
      cells: asked.map(({ status, answer }) => `${nameTitle(status)}${answer ? `: ${answer}` : ''}`),
    },
  ])
}
