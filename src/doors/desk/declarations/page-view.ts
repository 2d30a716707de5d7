import { html } from 'hono/html'
import {
  type ComparedFact,
  NOTHING_READ,
  type PageVerdict,
} from '../../../agency/policies/declarations/compare.ts'
import {
  comparisonOf,
  type DeclarationsPage,
  type PageComparison,
  saidOn,
} from '../../../agency/policies/declarations/pages.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { AuditEntry } from '../../../platform/audit/chain.ts'
import { day } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { customerLink } from '../parts/customer-link.ts'
import { postForm, why } from '../parts/form.ts'
import { facts, NONE, table } from '../parts/table.ts'
import type { Names } from '../staff/names.ts'
import { correctForm, givenIn } from './correct-form.ts'

export const acceptForm = form({
  effective_from: day('In force from', {
    hint: 'If the carrier changed the policy during its period, the day of the change.',
  }),
})

const OUTCOMES = {
  equal: ['Equal', 'success'],
  different: ['Different', 'danger'],
  not_found: ['Not found on the page', 'warning'],
  only_printed: ['Only on the page', ''],
} as const satisfies Record<ComparedFact['outcome'], readonly [string, string]>

const outcomeBadge = ({ outcome }: ComparedFact): Html => {
  const [words, tone] = OUTCOMES[outcome]
  return html`<span class="badge ${tone}">${words}</span>`
}

const printedCell = ({ at, printed, outcome }: ComparedFact): Html | string => {
  if (printed === null) return NONE
  const words = at && outcome !== 'equal' ? `: “${at.words}”` : ''
  const place = at ? `Page ${at.page}, line ${at.line}${words}` : 'Entered by staff'
  return html`${printed}<br><span class="small soft">${place}</span>`
}

const comparisonTable = (compared: readonly ComparedFact[]): Html =>
  table('The page beside the record', [
    { name: 'Fact', cells: compared.map(({ label }) => label) },
    { name: 'Result', cells: compared.map(outcomeBadge) },
    { name: 'On the page', isTyped: true, cells: compared.map(printedCell) },
    { name: 'On record', isTyped: true, cells: compared.map(({ recorded }) => recorded ?? NONE) },
  ])

const VERDICTS: Record<PageVerdict, readonly [tone: string, words: string]> = {
  accept: ['success', 'The page says what is on record.'],
  decide: [
    'warning',
    'The page differs from the record. If you accept it, the policy becomes what the page says, from the day you enter.',
  ],
  blocked: [
    'danger',
    'The insured, the property or the policy number is not that of the record, or was not found. The customer can’t see this page, and it can’t be accepted. If we misread it, correct the values below. If the record is wrong, record the correction first. Otherwise reject it.',
  ],
}

const STATUS_WORDS: Record<DeclarationsPage['status'], string> = {
  waiting: 'Waiting for a decision. The customer can’t see it.',
  accepted: 'Accepted. The customer can download it.',
  replaced: 'Replaced by a later page.',
  refused: 'Rejected. The customer never saw it.',
  withdrawn: 'Withdrawn. The customer can’t see it any more.',
}

const SCAN = 'We could not read this page: enter it.'

const verdictView = ({ status, read }: DeclarationsPage, { verdict }: PageComparison): Html => {
  const [tone, words] = VERDICTS[verdict]
  return html`${read === null ? html`<div class="callout warning"><p>${SCAN}</p></div>` : ''}
${status === 'waiting' ? html`<div class="callout ${tone}"><p>${words}</p></div>` : ''}`
}

type View = {
  page: DeclarationsPage
  policy: Policy
  token: Html
  names: Names
  opened: readonly Pick<AuditEntry, 'actor' | 'at'>[]
  mayDecide: boolean
}

const pathOf = ({ document_id }: DeclarationsPage): string => `/desk/declarations/${document_id}`

const decisionForms = ({ page, policy, token }: View, { verdict }: PageComparison): Html => {
  const path = pathOf(page)
  const { from } = saidOn(page) ?? NOTHING_READ
  const given = { effective_from: from?.value ?? policy.terms.period.from }
  const accept = html`${acceptForm.draw({ given })}
<button name="act" value="accept">Accept this page</button>`
  return html`<section aria-labelledby="decide"><h2 id="decide">Decide</h2>
<div class="grid">
${verdict === 'blocked' ? '' : html`<div class="card bound">${postForm({ token, path, label: 'Accept', body: accept })}</div>`}
<div class="card bound">${postForm({
    token,
    path,
    label: 'Reject',
    body: html`${why.draw({ within: 'reject' })}
<button name="act" value="refuse">Reject this page</button>`,
  })}</div>
</div></section>`
}

const correctionView = ({ page, token }: View, { recorded }: PageComparison): Html => {
  const said = saidOn(page) ?? NOTHING_READ
  return html`<details${page.read === null ? html` open` : ''}><summary>Correct what we read</summary>
${postForm({
  token,
  path: `${pathOf(page)}/values`,
  label: 'Correct',
  body: html`<p class="hint">Enter what is printed on the page. Leave a field empty if the page does not say.</p>
<div class="fields">${correctForm(said, recorded).draw({ given: givenIn(said) })}</div>
<button class="secondary">Save what the page says</button>`,
})}</details>`
}

const withdrawView = ({ page, token }: View): Html => html`<details><summary>Withdraw this page</summary>
${postForm({
  token,
  path: pathOf(page),
  label: 'Withdraw',
  body: html`<p>The customer can’t open it any more. If it is the current page, the policy is again as it was on record before it.</p>
${why.draw({ within: 'withdraw' })}
<button name="act" value="withdraw" class="secondary">Withdraw it</button>`,
})}</details>`

const whoOpened = ({
  opened,
  names,
}: View): Html => html`<section aria-labelledby="opened"><h2 id="opened">Who opened it</h2>
${
  opened.length === 0
    ? html`<p class="soft">No customer, operator or lender has opened it.</p>`
    : table('Who opened it', [
        { name: 'Who', cells: opened.map(({ actor }) => names.get(actor) ?? actor) },
        { name: 'When', cells: opened.map(({ at }) => moment(at)) },
      ])
}</section>`

const historyView = ({ page, names }: View): Html => {
  const nameOf = (actor: string): string => names.get(actor) ?? actor
  return facts([
    { label: 'Status', value: STATUS_WORDS[page.status] },
    { label: 'Arrived', value: html`${moment(page.received_at)}, ${nameOf(page.received_by)}` },
    ...page.corrections.map(({ by, at, reason }) => ({
      label: 'Corrected',
      value: html`${moment(new Date(at))}, ${nameOf(by)}: ${reason}`,
    })),
    ...(page.decided_by && page.decided_at
      ? [{ label: 'Decided', value: html`${moment(page.decided_at)}, ${nameOf(page.decided_by)}` }]
      : []),
    ...(page.reason ? [{ label: 'Why', value: page.reason }] : []),
  ])
}

/** The document beside the comparison, left and right, or one below the other on a phone. */
export const pageView = (view: View): Html => {
  const { page, policy, mayDecide } = view
  const comparison = comparisonOf(page, policy)
  const isReleased = page.status === 'accepted' || page.status === 'replaced'
  return html`<h1>Declarations page of policy ${policy.policy_number}</h1>
<p>${policy.carrier}, ${customerLink(page.uid)}. <a href="/desk/book/${page.uid}/declarations/${page.policy_id}">All pages of this policy</a></p>
${historyView(view)}
${verdictView(page, comparison)}
<div class="beside">
<section aria-labelledby="page"><h2 id="page">The page</h2>
<iframe class="preview" src="${pathOf(page)}/file" title="Declarations page of policy ${policy.policy_number}"></iframe>
<p><a href="${pathOf(page)}/file" target="_blank" rel="noopener">Open the page alone</a></p></section>
<section aria-labelledby="compared"><h2 id="compared">Compared with the record</h2>
${comparisonTable(comparison.facts)}</section>
</div>
${mayDecide && page.status === 'waiting' ? html`${decisionForms(view, comparison)}${correctionView(view, comparison)}` : ''}
${mayDecide && isReleased ? withdrawView(view) : ''}
${isReleased || page.status === 'withdrawn' ? whoOpened(view) : ''}`
}
