import { html } from 'hono/html'
import type { Act, Matter } from '../../../platform/audit/acts.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { Exception, RetentionState } from '../../../products/line/erase.ts'
import { actsView } from '../parts/acts.ts'
import { postForm, why } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { listSection } from '../parts/section.ts'
import { facts, nextLink, table } from '../parts/table.ts'
import type { Names } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { knownForm, type RecordResult } from './actions.ts'
import type { Register } from './register.ts'

const recordLink = (uid: string): Html => html`<a href="/desk/records/${uid}"><code>${uid}</code></a>`

const registerView = ({ holds, acts, names }: Register): Html => html`${listSection({
  id: 'holds',
  title: 'Legal holds in force',
  list: holds,
  empty: 'No legal hold is in force.',
  more: nextLink({ path: '/desk/records', list: 'holds', next: holds.next, words: 'Later holds' }),
  draw: shown =>
    table('Legal holds in force', [
      { name: 'Record', cells: shown.map(({ uid }) => recordLink(uid)) },
      { name: 'Placed', cells: shown.map(({ placed_at }) => moment(placed_at)) },
      { name: 'By', cells: shown.map(({ placed_by }) => names.get(placed_by) ?? placed_by) },
    ]),
})}
${listSection({
  id: 'decisions',
  title: 'Complaints, cases, incidents, holds and erasures',
  list: acts,
  empty: 'Nothing has been recorded yet.',
  lead: html`<p><a href="/desk/records/register.csv" download>Download all of them (CSV)</a></p>`,
  more: nextLink({ path: '/desk/records', list: 'decisions', next: acts.next, words: 'Earlier ones' }),
  draw: shown =>
    table('Complaints, cases, incidents, holds and erasures', [
      { name: 'When', cells: shown.map(({ at }) => moment(at)) },
      { name: 'What', cells: shown.map(({ act }) => nameTitle(act)) },
      { name: 'Record', cells: shown.map(({ about }) => recordLink(about)) },
      { name: 'By', cells: shown.map(({ actor }) => names.get(actor) ?? actor) },
    ]),
})}`

const DONE: Record<RecordResult, string> = {
  held: 'The record is on hold. It won’t be erased.',
  lifted: 'The hold is lifted. The record is erased when its retention period ends.',
  erased: 'The personal data is erased.',
  refused: 'Nothing was erased. The reasons are below.',
  late: 'This was already done. Nothing was saved.',
  opened: 'It is recorded, and stays open until you close it.',
  reported: 'The report is recorded.',
  closed: 'It is closed.',
}

const exceptionWords = (exception: Exception): string => {
  switch (exception.reason) {
    case 'legal_hold':
      return 'A legal hold is in force. It must be lifted first.'
    case 'open_purchase':
      return 'A purchase is under way. It must be finished or withdrawn first.'
    case 'open_case':
      return 'A blocked purchase is still open at the desk. It must be closed first.'
    case 'open_money':
      return 'Money is still due or on its way back. It must be settled first.'
    case 'unmailed_letter':
      return 'A letter that the law requires is not mailed yet. Mail it and mark its follow-up as done first.'
    case 'open_matter':
      return 'A complaint, a case or an incident is open. Close it first.'
    case 'policy_records':
      return `The retention rule for this state keeps the records of a policy. They can be erased from ${dayWords(exception.until)}.`
  }
}

const exceptionsView = (exceptions: readonly Exception[]) =>
  exceptions.length === 0
    ? html`<p>Nothing prevents erasing this record.</p>`
    : html`<p>This record can’t be erased now:</p>
<ul>${exceptions.map(exception => html`<li>${exceptionWords(exception)}</li>`)}</ul>`

const lookUp = (uid: string) => html`<form method="get" action="/desk/records" aria-label="Find a record">
${fieldView({ name: 'uid', label: 'Request', hint: 'For example hom_… or umb_…', texts: [uid], control: { kind: 'line', required: true } })}
<button>Show</button>
</form>`

export const recordsPage = (
  request: DocumentRequest,
  staff: Staff,
  { uid, problem, register }: { uid: string; problem: string | null; register: Register },
) =>
  deskFrame(request, staff, {
    title: 'Records',
    at: '/desk/records',
    status: problem === null ? 200 : 404,
    body: html`<h1>Records</h1>
<p class="lede">Place a legal hold on a record, record a complaint, a case or an incident, or erase a person’s data when they ask.</p>
${noticeView(problem, 'warning')}
${lookUp(uid)}
${registerView(register)}`,
  })

type View = {
  uid: string
  standing: RetentionState
  acts: readonly Act[]
  open: Record<Matter, number>
  names: Names
  done: string | undefined
}

type Action = { act: string; label: string; help: string; below?: string; fields?: Html | '' }

const action = (
  { uid, token }: { uid: string; token: Html },
  { act, label, help, below = '', fields = '' }: Action,
) => html`<details><summary>${label}</summary>
<p>${help}</p>
${postForm({
  token,
  path: `/desk/records/${uid}${below}`,
  label,
  body: html`${fields}${why.draw({ within: act })}
<button name="act" value="${act}" class="secondary">${label}</button>`,
})}
</details>`

const HOLD = {
  act: 'hold',
  label: 'Place a legal hold',
  help: 'Nothing in this record is erased until you lift the hold.',
}
const LIFT = {
  act: 'lift',
  label: 'Lift the legal hold',
  help: 'The record is then erased when its retention period ends.',
}
const ERASE = {
  act: 'erase',
  label: 'Erase on request',
  help: 'Erases names, addresses, answers, documents, and emails immediately, unless something prevents it. Consents, payments, policy numbers, and the history stay: they are evidence. Legal notices and declinations stay for five years. This can’t be undone.',
}

const BELOW = { below: '/complaints' }

const MATTER_WORDS: Readonly<Record<Matter, { open: string; opens: Action; whileOpen: readonly Action[] }>> =
  {
    complaint: {
      open: 'A complaint is open.',
      opens: {
        act: 'complaint',
        label: 'Record a complaint',
        help: 'Who complained, how, about what, and whether an insurance department sent it. It stays open until you record the answer.',
      },
      whileOpen: [
        {
          act: 'answer',
          label: 'Record the answer to a complaint',
          help: 'What we answered, how, and what we changed.',
        },
      ],
    },
    case: {
      open: 'A case is open: this application is frozen.',
      opens: {
        act: 'case',
        label: 'Open a case and freeze the application',
        help: 'If you suspect fraud. Nothing is quoted, chosen, signed or ordered until you close it. The person is told to contact us, and nobody but staff reads the reason.',
      },
      whileOpen: [
        { act: 'close_case', label: 'Close the case', help: 'What you found. The application goes on.' },
      ],
    },
    incident: {
      open: 'An incident is open.',
      opens: {
        act: 'incident',
        label: 'Record an incident',
        help: 'An error of ours, or data that the wrong person saw: what happened, whose data, and who may have to be told.',
        fields: knownForm.draw({ within: 'incident' }),
      },
      whileOpen: [
        {
          act: 'report_incident',
          label: 'Record that an incident was reported',
          help: 'To our insurer, a carrier, an authority, or the people concerned: to whom, when, and how.',
        },
        { act: 'close_incident', label: 'Close the incident', help: 'How it ended, and what we changed.' },
      ],
    },
  }

const mattersView = ({ uid, standing, open }: View, token: Html) =>
  standing.erased
    ? ''
    : html`${keysOf(MATTER_WORDS).map(matter => {
        const { open: words, opens, whileOpen } = MATTER_WORDS[matter]
        const shown = open[matter] > 0 ? [opens, ...whileOpen] : [opens]
        return html`${noticeView(open[matter] > 0 ? words : null, 'warning')}
${shown.map(one => action({ uid, token }, { ...one, ...BELOW }))}`
      })}`

const actions = ({ uid, standing }: View, token: Html) => {
  if (standing.erased) return html``
  const isHeld = standing.exceptions.some(({ reason }) => reason === 'legal_hold')
  return html`${action({ uid, token }, isHeld ? LIFT : HOLD)}
${action({ uid, token }, ERASE)}`
}

export const recordPage = (request: DocumentRequest, staff: Staff, view: View) => {
  const { uid, standing, acts, done } = view
  return deskFrame(request, staff, {
    title: 'Record',
    at: '/desk/records',
    body: html`<p><a href="/desk/records">Another record</a></p>
<h1>Record <code>${uid}</code></h1>
${toldResult(DONE, done)}
${facts([
  { label: 'Status', value: nameTitle(standing.status) },
  { label: 'Kind', value: standing.sandbox ? 'Sandbox' : 'Live' },
])}
<section aria-labelledby="erasing"><h2 id="erasing">Erasing</h2>
${standing.erased ? html`<p>The personal data of this record is erased.</p>` : exceptionsView(standing.exceptions)}
${mayDo(staff.role, 'manage_records') ? actions(view, tokenField(request)) : ''}</section>
<section aria-labelledby="complaints"><h2 id="complaints">Complaints, cases and incidents</h2>
${mayDo(staff.role, 'write_note') ? mattersView(view, tokenField(request)) : html`<p>The history below lists them.</p>`}</section>
<section aria-labelledby="history"><h2 id="history">History</h2>
${actsView(acts, view.names)}</section>`,
  })
}
