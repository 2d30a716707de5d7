import { html } from 'hono/html'
import type { AuditStep } from '../../../platform/audit/store.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { moment } from '../../../platform/pages/moment.ts'
import type { Listed } from '../book/listed.ts'
import { listedTable } from '../book/listed-view.ts'
import { actsView } from '../parts/acts.ts'
import { nextLink, table } from '../parts/table.ts'
import type { Customer, Other } from './customer.ts'
import type { Section } from './section.ts'

type Application = Pick<Listed, 'uid' | 'line' | 'owner'>
type Steps = Application & {
  history: readonly AuditStep[]
  others: readonly (Application & Pick<Other, 'steps'>)[]
}

const stepsOf = ({ uid, line, owner }: Application, steps: readonly AuditStep[]) =>
  steps.map(({ at, actor, event }) => ({ at, actor, event, uid, line, owner }))

export const timelineOf = (customer: Steps) =>
  [stepsOf(customer, customer.history), ...customer.others.map(other => stepsOf(other, other.steps))]
    .flatMap(steps => steps.toReversed())
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())

const MOST = 100

const STEP_WORDS: Readonly<Record<string, string>> = {
  submit: 'Submitted',
  select: 'Quote chosen',
  withdraw: 'Withdrawn',
  rest_withdrawn: 'Rest withdrawn',
  lapse: 'Expired',
  bind_ordered: 'Purchase ordered',
  bind: 'Policies issued',
  bind_some: 'Some policies issued',
  bind_part: 'Some carriers answered the order',
  bind_refused: 'Policy not issued',
  bind_info_requested: 'Carrier asked for information',
  late_answer: 'The carrier answered after the others',
  late_bind_answer: 'The carrier answered after the order had ended',
  nobody_offered: 'No carrier made an offer',
}

const stepWords = (event: string): string => STEP_WORDS[event] ?? nameTitle(event)

const NAMED = 5

const fieldWords = (path: unknown): string =>
  String(path)
    .replaceAll(/\[(\d+)\]/g, (_, at) => ` ${Number(at) + 1}`)
    .replaceAll(/[_.]/g, ' ')

const changedWords = ({ changed }: { changed?: unknown }): string => {
  if (!Array.isArray(changed) || changed.length === 0) return ''
  const named = changed.slice(0, NAMED).map(fieldWords)
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : ''
  return `: ${named.join(', ')}${more}`
}

export const historySection = ({ uid, history, steps, names, problem }: Customer): Section => ({
  id: 'history',
  title: 'History',
  count: history.length,
  body: html`${
    problem
      ? html`<p class="callout danger">The history was changed outside the service: ${problem}. Tell the person who runs the service.</p>`
      : ''
  }<ol class="timeline" reversed>${steps.shown.map(
    ({ event, facts, actor, at }) => html`<li><p>${stepWords(event)}${changedWords(facts)}</p>
<p class="soft small">${names.get(actor) ?? actor} · ${moment(at)}</p></li>`,
  )}</ol>${nextLink({ path: `/desk/book/${uid}`, list: 'history', next: steps.next, words: 'Earlier steps' })}`,
})

export const decisionsSection = ({ uid, acts, names }: Customer): Section => ({
  id: 'decisions',
  title: 'Decisions',
  count: acts.length,
  body: html`${actsView(acts.map(act => ({ ...act, actor: names.get(act.actor) ?? act.actor })))}
<p><a href="/desk/records/${uid}">Legal hold and erasure</a></p>`,
})

const READ_WORDS: Readonly<Record<string, string>> = {
  found: 'Found in a search',
  related: 'Listed with another application',
  customer: 'Opened this page',
  task: 'Opened a carrier task',
  queue: 'Listed among the work of the desk',
  review: 'Opened the work for this customer',
  export: 'Exported the audit file',
  document: 'Opened a document',
  email: 'Read an email',
  note: 'Listed among follow-ups',
}

export const readsSection = ({ uid, reads: { shown: reads, next, count }, names }: Customer): Section => ({
  id: 'reads',
  title: 'Who looked',
  count,
  body:
    count === 0
      ? html`<p class="soft">You are the first to open this record.</p>`
      : html`${table('Who looked', [
          { name: 'Who', cells: reads.map(({ read_by }) => names.get(read_by) ?? read_by) },
          { name: 'What', cells: reads.map(({ what }) => READ_WORDS[what] ?? what) },
          { name: 'When', cells: reads.map(({ read_at }) => moment(read_at)) },
        ])}${nextLink({ path: `/desk/book/${uid}`, list: 'reads', next, words: 'Earlier looks' })}`,
})

const timelineView = (customer: Customer) => {
  const { names } = customer
  const steps = timelineOf(customer)
  return html`<h3 id="timeline">All applications in one timeline</h3>
<ol class="timeline" reversed aria-labelledby="timeline">${steps.slice(0, MOST).map(
    ({ at, actor, event, uid, line, owner }) => html`<li><p>${stepWords(event)}</p>
<p class="soft small"><a href="/desk/book/${uid}">${nameTitle(line)}</a>, ${owner ? (names.get(owner) ?? owner) : 'direct'} · ${names.get(actor) ?? actor} · ${moment(at)}</p></li>`,
  )}</ol>${steps.length > MOST ? html`<p class="soft">${steps.length - MOST} earlier steps are on the pages of these applications.</p>` : ''}`
}

export const othersSection = (customer: Customer, withThisEmail: string) => {
  const { others, hasMoreOthers, isProven, names } = customer
  return html`<section aria-labelledby="others">
<h2 id="others">Other applications of this person</h2>
${
  others.length > 0
    ? html`${listedTable('Other applications', others, names)}
${hasMoreOthers ? html`<p>These are the newest ${others.length}. <a href="${withThisEmail}">All applications with this email address</a></p>` : ''}
${timelineView(customer)}`
    : html`<p class="soft">${
        isProven
          ? 'None with the same verified email address.'
          : 'Unknown: this person hasn’t verified the email address, so we don’t link applications by it.'
      }</p>`
}</section>`
}
