import { html } from 'hono/html'
import type { Act } from '../../audit/acts.ts'
import type { Page } from '../../db/after-row.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { standingOf } from '../../key/standing.ts'
import type { CredentialRow, OperatorRow, OperatorStanding } from '../../key/store.ts'
import { dayBars } from '../../pages/charts/day-bars.ts'
import { tokenField } from '../../pages/form-token.ts'
import type { Html } from '../../pages/frame.ts'
import { moment } from '../../pages/moment.ts'
import { actsView } from '../acts.ts'
import { facts } from '../facts.ts'
import { form } from '../form.ts'
import { deskFrame, toldResult } from '../frame.ts'
import { nextLink } from '../list-page.ts'
import { noteField } from '../one-line-field.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff.ts'
import type { Decided } from './decide.ts'
import { MOST_A_DAY } from './store.ts'
import { type OperatorUsage, total } from './usage.ts'

const NAMES: Record<OperatorStanding, string> = {
  waiting: 'Waiting for approval',
  approved: 'Approved',
  suspended: 'Suspended',
  revoked: 'Revoked',
}

const badge = (operator: OperatorRow) => {
  const standing = standingOf(operator)
  return html`<span class="badge ${standing === 'approved' ? '' : 'warning'}">${NAMES[standing]}</span>`
}

const nameOf = ({ organization_name, email }: OperatorRow): string => organization_name ?? email

const operatorRow = (operator: OperatorRow) => html`<tr>
<td class="typed"><a href="/desk/operators/${operator.operator_uid}">${nameOf(operator)}</a></td>
<td class="typed" data-label="Email">${operator.email}</td>
<td data-label="Standing">${badge(operator)}</td>
<td data-label="Registered">${moment(operator.created_at)}</td></tr>`

const operatorsTable = (caption: string, operators: readonly OperatorRow[]) => html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Standing</th><th scope="col">Registered</th></tr></thead>
<tbody>${operators.map(operatorRow)}</tbody></table>`

const AT = '/desk/operators'

const waitingView = ({ waiting: { shown, next }, waitingCount }: Listed) =>
  waitingCount === 0
    ? ''
    : html`<section aria-labelledby="waiting"><div class="row"><h2 id="waiting">Waiting for approval</h2> <span class="badge warning">${waitingCount}</span></div>
${operatorsTable('Waiting for approval', shown)}
${nextLink({ path: AT, list: 'waiting', next, words: 'More waiting operators' })}</section>`

const decidedList = ({ decided: { shown, next } }: Listed) => html`<section aria-labelledby="decided">
<h2 id="decided">Decided</h2>
${shown.length === 0 ? html`<div class="empty"><p>No operators yet.</p></div>` : operatorsTable('Decided', shown)}
${nextLink({ path: AT, list: 'decided', next, words: 'Older operators' })}</section>`

type Listed = { waitingCount: number; waiting: Page<OperatorRow>; decided: Page<OperatorRow> }

export const operatorsPage = (request: DocumentRequest, staff: Staff, listed: Listed) =>
  deskFrame(request, staff, {
    title: 'Operators',
    at: '/desk/operators',
    body: html`<h1>Operators</h1>
<p class="lede">Businesses whose agents send us applications. Until you approve one, it has the sandbox and the calculators.</p>
${waitingView(listed)}
${decidedList(listed)}`,
  })

const DECIDED: Record<Decided, string> = {
  approved: 'Operator approved. We emailed them what happens next.',
  suspended: 'Operator suspended. They can’t make live writes anymore, and we emailed them.',
  revoked: 'Operator revoked. All their keys and tokens stopped, and we emailed them.',
  late: 'This was already decided. Nothing was saved.',
}

const BUTTONS = [
  {
    change: 'approved',
    label: 'Approve',
    help: 'Opens live applications. We email the operator what happens next.',
  },
  {
    change: 'suspended',
    label: 'Suspend',
    help: 'Stops live writes at once. Keys, reading, and the sandbox still work.',
  },
  {
    change: 'revoked',
    label: 'Revoke',
    help: 'Stops all keys, tokens, and connected apps at once. The operator can get a new key, but for the sandbox only.',
  },
] as const

const decisions = (operator: OperatorRow, token: Html) =>
  BUTTONS.filter(({ change }) => change !== standingOf(operator)).map(
    ({
      change,
      label,
      help,
    }) => html`<details${change === 'approved' ? html` open` : ''}><summary>${label}</summary>
<p>${help}</p>
${form({
  token,
  path: `/desk/operators/${operator.operator_uid}`,
  id: `${label} ${nameOf(operator)}`,
  body: html`<input type="hidden" name="from" value="${standingOf(operator)}">${noteField(`note-${change}`, change !== 'approved')}
<button name="act" value="${change}"${change === 'approved' ? '' : html` class="secondary"`}>${label}</button>`,
})}
</details>`,
  )

const keyRow = ({
  prefix,
  main,
  created_at,
  expires_at,
  last_used_at,
  revoked_at,
}: CredentialRow) => html`<tr>
<td><code>${prefix}…</code></td><td data-label="Kind">${main ? 'Main' : 'Additional'}</td>
<td data-label="Issued">${moment(created_at)}</td>
<td data-label="Last used">${last_used_at ? moment(last_used_at) : '–'}</td>
<td data-label="Ends">${revoked_at ? html`Revoked ${moment(revoked_at)}` : moment(expires_at)}</td></tr>`

const keysView = (keys: readonly CredentialRow[]) =>
  keys.length === 0
    ? html`<p class="soft">No keys.</p>`
    : html`<table class="stacks"><caption class="hidden">Keys</caption>
<thead><tr><th scope="col">Starts with</th><th scope="col">Kind</th><th scope="col">Issued</th><th scope="col">Last used</th><th scope="col">Ends</th></tr></thead>
<tbody>${keys.map(keyRow)}</tbody></table>`

const usageView = ({ days, live, emails }: OperatorUsage) => {
  const isCutOff = days.some(day => day.live + day.sandbox >= MOST_A_DAY)
  const bars = (name: string, values: number[]) => {
    const label = `${name}: ${total(values)} in ${days.length} days, ${values.at(-1) ?? 0} today (UTC)`
    return html`<p class="small">${label}</p>${dayBars({ label, values, most: Math.max(5, ...values) })}`
  }
  return html`${isCutOff ? html`<p class="small">Of a day with more applications, only the last ${MOST_A_DAY} are counted.</p>` : ''}
${bars(
  'Live applications',
  days.map(day => day.live),
)}
${bars(
  'Sandbox applications',
  days.map(day => day.sandbox),
)}
${facts([
  { label: 'Live applications completed', value: `${live.submitted} of ${live.created}` },
  { label: 'Live policies', value: String(live.bound) },
  { label: 'Emails about these applications', value: String(emails.sent) },
  { label: 'Emails that failed', value: String(emails.dead) },
  { label: 'Emails held back by a limit', value: String(emails.suppressed) },
])}`
}

/** What was not submitted is erased after 30 days, so no older application waits. */
const leftBehind = (operator: OperatorRow, { live: { created, submitted } }: OperatorUsage) => {
  const left = created - submitted
  const hasStopped = ['suspended', 'revoked'].includes(standingOf(operator))
  if (!hasStopped || left === 0) return ''
  return html`<p class="callout warning">${left === 1 ? '1 live application was' : `${left} live applications were`} not submitted. The operator can’t go on with ${left === 1 ? 'it' : 'them'}, and the customer may have no link from us. Open its live applications and contact each customer whose application is not quoted yet.</p>`
}

type View = {
  operator: OperatorRow
  usage: OperatorUsage
  acts: readonly Act[]
  customers: string
  done: string | undefined
}

const section = (id: string, title: string, body: Html) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
</section>`

export const operatorDetailPage = (
  request: DocumentRequest,
  staff: Staff,
  { operator, usage, acts, customers, done }: View,
) =>
  deskFrame(request, staff, {
    title: nameOf(operator),
    at: '/desk/operators',
    body: html`<p><a href="/desk/operators">All operators</a></p>
<div class="row"><h1>${nameOf(operator)}</h1> ${badge(operator)}</div>
${toldResult(DECIDED, done)}
${facts([
  { label: 'Operator', value: html`<code>${operator.operator_uid}</code>` },
  { label: 'Email', value: operator.email },
  { label: 'Contact', value: operator.contact_name ?? '–' },
  { label: 'What the agent does', value: operator.use_case_description ?? '–' },
  { label: 'Name in emails', value: operator.referral_source_name ?? '–' },
  { label: 'Registered', value: moment(operator.created_at) },
])}
${leftBehind(operator, usage)}
${mayDo(staff.role, 'see_customers') ? html`<p><a href="${customers}">Its live applications</a></p>` : ''}
${mayDo(staff.role, 'decide_operators') ? section('decide', 'Decide', html`${decisions(operator, tokenField(request))}`) : ''}
${section(
  'signals',
  'What to look at',
  usage.signals.length === 0
    ? html`<p class="soft">Nothing unusual in 30 days.</p>`
    : html`<ul>${usage.signals.map(signal => html`<li>${signal}</li>`)}</ul>`,
)}
${section('usage', 'Usage in 30 days', usageView(usage))}
${section('keys', 'Keys', keysView(usage.keys))}
${section('history', 'History', actsView(acts))}`,
  })
