import { html } from 'hono/html'
import type { Act } from '../../../platform/audit/acts.ts'
import type { Page } from '../../../platform/db/after-row.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { standingOf } from '../../../platform/key/standing.ts'
import type { CredentialRow, OperatorRow, OperatorStanding } from '../../../platform/key/store.ts'
import { dayBars } from '../../../platform/pages/charts/day-bars.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { actsView } from '../parts/acts.ts'
import { hidden, postForm, why, whyIfAny } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { countBadge, listSection, section } from '../parts/section.ts'
import { facts, NONE, nextLink, table } from '../parts/table.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import type { Decided } from './decide.ts'
import { MOST_A_DAY, MOST_COUNTED } from './store.ts'
import { termsView } from './terms.ts'
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

const operatorsTable = (caption: string, operators: readonly OperatorRow[]) =>
  table(caption, [
    {
      name: 'Name',
      cells: operators.map(
        operator => html`<a href="/desk/operators/${operator.operator_uid}">${nameOf(operator)}</a>`,
      ),
    },
    { name: 'Email', isTyped: true, cells: operators.map(({ email }) => email) },
    { name: 'Standing', cells: operators.map(badge) },
    { name: 'Registered', cells: operators.map(({ created_at }) => moment(created_at)) },
  ])

const AT = '/desk/operators'

const waitingView = ({ waiting: { shown, next }, waitingCount }: Listed) =>
  waitingCount === 0
    ? ''
    : section({
        id: 'waiting',
        title: 'Waiting for approval',
        badge: countBadge(waitingCount),
        body: html`${operatorsTable('Waiting for approval', shown)}
${nextLink({ path: AT, list: 'waiting', next, words: 'More waiting operators' })}`,
      })

const decidedList = ({ decided }: Listed) =>
  listSection({
    id: 'decided',
    title: 'Decided',
    empty: 'No operators yet.',
    list: { shown: decided.shown },
    draw: shown => operatorsTable('Decided', shown),
    more: nextLink({ path: AT, list: 'decided', next: decided.next, words: 'Older operators' }),
  })

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

const DECIDED: Record<Decided | 'recorded', string> = {
  recorded: 'Standing recorded. It counts from the next call on.',
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
${postForm({
  token,
  path: `/desk/operators/${operator.operator_uid}`,
  label: `${label} ${nameOf(operator)}`,
  body: html`${hidden('from', standingOf(operator))}${(change === 'approved' ? whyIfAny : why).draw({ within: change })}
<button name="act" value="${change}"${change === 'approved' ? '' : html` class="secondary"`}>${label}</button>`,
})}
</details>`,
  )

const keysView = (keys: readonly CredentialRow[]) =>
  keys.length === 0
    ? html`<p class="soft">No keys.</p>`
    : table('Keys', [
        { name: 'Starts with', cells: keys.map(({ prefix }) => html`<code>${prefix}…</code>`) },
        { name: 'Kind', cells: keys.map(({ main }) => (main ? 'Main' : 'Additional')) },
        { name: 'Issued', cells: keys.map(({ created_at }) => moment(created_at)) },
        {
          name: 'Last used',
          cells: keys.map(({ last_used_at }) => (last_used_at ? moment(last_used_at) : NONE)),
        },
        {
          name: 'Ends',
          cells: keys.map(({ revoked_at, expires_at }) =>
            revoked_at ? html`Revoked ${moment(revoked_at)}` : moment(expires_at),
          ),
        },
      ])

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

const notSubmitted = (left: number): string => {
  if (left === 1) return '1 live application was'
  return left > MOST_COUNTED
    ? `More than ${MOST_COUNTED} live applications were`
    : `${left} live applications were`
}

const leftBehind = (operator: OperatorRow, { unsubmitted: left }: OperatorUsage) => {
  const hasStopped = ['suspended', 'revoked'].includes(standingOf(operator))
  if (!hasStopped || left === 0) return ''
  return html`<p class="callout warning">${notSubmitted(left)} not submitted. The operator can’t go on with ${left === 1 ? 'it' : 'them'}, and the customer may have no link from us. Open its live applications and contact each customer whose application is not quoted yet.</p>`
}

type View = {
  operator: OperatorRow
  usage: OperatorUsage
  acts: readonly Act[]
  customers: string
  done: string | undefined
  today: string
  everyAct: boolean
}

export const operatorDetailPage = (
  request: DocumentRequest,
  staff: Staff,
  { operator, usage, acts, customers, done, today, everyAct }: View,
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
${mayDo(staff.role, 'decide_operators') ? section({ id: 'decide', title: 'Decide', body: html`${decisions(operator, tokenField(request))}` }) : ''}
${section({
  id: 'standing',
  title: 'Standing',
  body: termsView({
    operator,
    today,
    everyAct,
    token: mayDo(staff.role, 'decide_operators') ? tokenField(request) : null,
  }),
})}
${section({
  id: 'signals',
  title: 'What to look at',
  body:
    usage.signals.length === 0
      ? html`<p class="soft">Nothing unusual in 30 days.</p>`
      : html`<ul>${usage.signals.map(signal => html`<li>${signal}</li>`)}</ul>`,
})}
${section({ id: 'usage', title: 'Usage in 30 days', body: usageView(usage) })}
${section({ id: 'keys', title: 'Keys', body: keysView(usage.keys) })}
${section({ id: 'history', title: 'History', body: actsView(acts) })}`,
  })
