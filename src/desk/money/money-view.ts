import { html } from 'hono/html'
import type { Counted, Page } from '../../db/after-row.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usdCents } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { moment } from '../../pages/moment.ts'
import type { DifferenceRow } from '../../payments/difference-store.ts'
import type { Dispute, Refund } from '../../payments/money-store.ts'
import type { Payment } from '../../payments/payments.ts'
import { isPaidByHand, isWithProvider } from '../../payments/refunds.ts'
import { nextLink } from '../parts/list-page.ts'
import { lineInput } from '../parts/one-line-field.ts'
import { disputeAnswerWords } from './dispute-page.ts'
import { disputeReason, moneyDifferenceWords } from './money-words.ts'
import { refundPath } from './refund-fields.ts'

export type Money = {
  due: Counted<Payment>
  late: Counted<Payment>
  paid: Page<Payment>
  refunds: Counted<Refund>
  disputes: Counted<Dispute>
  differences: Counted<DifferenceRow>
  balances: Readonly<Record<string, number>>
}

type List<T> = Page<T> & { count?: number }

type Section<T> = {
  id: string
  title: string
  empty: string
  more: string
  columns: readonly string[]
  row(one: T): Html
}

const badge = ({ count }: List<unknown>) =>
  count === undefined ? '' : html` <span class="badge ${count > 0 ? 'warning' : ''}">${count}</span>`

const rowsView = <T>({ shown }: List<T>, { title, columns, row }: Section<T>) => html`<table class="stacks">
<caption class="hidden">${title}</caption>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${shown.map(one => row(one))}</tbody></table>`

const section = <T>(list: List<T>, shown: Section<T>): Html => {
  const { id, title, empty, more } = shown
  return html`<section aria-labelledby="${id}">
<div class="row"><h2 id="${id}">${title}</h2>${badge(list)}</div>
${(list.count ?? list.shown.length) === 0 ? html`<div class="empty"><p>${empty}</p></div>` : rowsView(list, shown)}
${nextLink({ path: '/desk/money', list: id, next: list.next, words: more })}</section>`
}

const invoiceRow = (payment: Payment) => html`<tr>
<td><a href="${payment.page_url}">${payment.reference}</a></td>
<td data-label="For">${payment.description}</td>
<td data-label="Amount">${usdCents(payment.amount_cents)}</td>
<td data-label="Due">${payment.due_on ? dayWords(payment.due_on) : 'Before the policy is ordered'}</td>
<td data-label="Request"><code>${payment.uid}</code></td></tr>`

const REASONS: Readonly<Record<Refund['reason'], string>> = {
  blocked: 'The carrier did not issue the policy',
  canceled: 'The policy was canceled',
  overpaid: 'Paid without anything being due',
  agency: 'Decided here',
}

const refundStatus = (refund: Refund): string => {
  if (refund.status === 'failed') return 'The bank returned it'
  return isWithProvider(refund) ? 'Under way at the payment provider' : 'Due'
}

const refundForm = (token: Html, { refund_id }: Refund) =>
  html`<form method="post" action="/desk/money/refunds/${refund_id}" aria-label="Refund ${refund_id}">${token}
<input name="reference" required maxlength="300" aria-label="Check or transfer number of refund ${refund_id}" placeholder="Check or transfer number">
<button class="secondary">Mark as sent</button></form>`

const refundRow = (token: Html) => (refund: Refund) =>
  html`<tr>
<td>${REASONS[refund.reason]}</td>
<td data-label="Amount">${usdCents(refund.amount_cents)}</td>
<td data-label="Status">${refundStatus(refund)}</td>
<td data-label="Request"><code>${refund.uid}</code></td>
<td>${isWithProvider(refund) ? '' : refundForm(token, refund)}</td></tr>`

const returnedForm = (token: Html, { payment_id, reference }: Payment) => html`<details>
<summary>Payment returned</summary>
<form method="post" action="/desk/money/payments/${payment_id}" aria-label="Payment returned ${reference}">${token}
<p>The check or transfer came back. What is owed for an issued policy is invoiced again, and the payer is emailed.</p>
<input name="note" required maxlength="300" aria-label="Why ${reference} came back" placeholder="Why it came back">
<button class="secondary">Record the return</button></form></details>`

const paidRow =
  ({ token, mayMove }: Shown) =>
  (payment: Payment): Html =>
    html`<tr>
<td><a href="${payment.page_url}">${payment.reference}</a></td>
<td data-label="For">${payment.description}</td>
<td data-label="Amount">${usdCents(payment.charged_cents ?? payment.amount_cents)}</td>
<td data-label="Paid">${payment.settled_at ? moment(payment.settled_at) : '–'}</td>
<td class="typed" data-label="Check or transfer">${payment.settled_with ?? '–'}</td>
<td data-label="Action">${mayMove ? html`<a href="${refundPath(payment.uid)}">Refund</a>` : '–'}${isPaidByHand(payment) ? returnedForm(token, payment) : ''}</td></tr>`

const disputeRow =
  (mayMove: boolean) =>
  (dispute: Dispute): Html =>
    html`<tr>
<td>${mayMove ? html`<a href="/desk/money/disputes/${dispute.dispute_id}">${dispute.dispute_id}</a>` : dispute.dispute_id}</td>
<td data-label="Amount">${usdCents(dispute.amount_cents)}</td>
<td data-label="Reason">${disputeReason(dispute.reason)}</td>
<td data-label="Since">${moment(dispute.opened_at)}</td>
<td data-label="Answer">${disputeAnswerWords(dispute)}</td>
<td data-label="Request"><code>${dispute.uid}</code></td></tr>`

const differenceRow = (token: Html) => (difference: DifferenceRow) =>
  html`<tr>
<td>${moneyDifferenceWords(difference.kind)}</td>
<td data-label="Expected">${usdCents(difference.expected_cents)}</td>
<td data-label="Found">${usdCents(difference.found_cents)}</td>
<td data-label="Request">${difference.uid ? html`<code>${difference.uid}</code>` : '–'}</td>
<td><form method="post" action="/desk/money/differences/again" aria-label="Compare again ${difference.difference_id}">${token}
<input type="hidden" name="difference_id" value="${difference.difference_id}"><button class="secondary">Compare again</button></form>
<form method="post" action="/desk/money/differences" aria-label="Close ${difference.difference_id}">${token}
<input type="hidden" name="difference_id" value="${difference.difference_id}">
${lineInput({ id: `${difference.difference_id}-note`, name: 'note', attributes: html` aria-label="What it was"` })}<button class="secondary">Close</button></form></td></tr>`

const ACCOUNTS: Readonly<Record<string, string>> = {
  received: 'Received, not passed on',
  receivable: 'Owed by customers',
  payable_to_carrier: 'Owed to carriers',
  commission: 'Commission',
  fees: 'Payment provider fees',
  refunds: 'Refunds owed',
  disputed: 'Disputed',
}

const CREDITS: readonly string[] = ['payable_to_carrier', 'commission', 'refunds']

type Shown = { token: Html; mayMove: boolean }

const INVOICE_COLUMNS = ['Invoice', 'For', 'Amount', 'Due', 'Request']

const sections = (money: Money, { token, mayMove }: Shown): Html[] => [
  section(money.late, {
    id: 'late',
    title: 'Late',
    empty: 'No invoice is late.',
    more: 'More late invoices',
    columns: INVOICE_COLUMNS,
    row: invoiceRow,
  }),
  section(money.due, {
    id: 'due',
    title: 'Due',
    empty: 'No open invoices.',
    more: 'More due invoices',
    columns: INVOICE_COLUMNS,
    row: invoiceRow,
  }),
  section(money.refunds, {
    id: 'refunds',
    title: 'Refunds',
    empty: 'No refunds to send.',
    more: 'More refunds',
    columns: ['Why', 'Amount', 'Status', 'Request', 'Action'],
    row: refundRow(token),
  }),
  section(money.disputes, {
    id: 'disputes',
    title: 'Disputes',
    empty: 'No open disputes.',
    more: 'More disputes',
    columns: ['Dispute', 'Amount', 'Reason', 'Since', 'Answer', 'Request'],
    row: disputeRow(mayMove),
  }),
  section(money.differences, {
    id: 'differences',
    title: 'Differences',
    empty: 'No open differences between the ledger and the payment provider.',
    more: 'More differences',
    columns: ['What', 'Expected', 'Found', 'Request', 'Action'],
    row: differenceRow(token),
  }),
  section(money.paid, {
    id: 'paid',
    title: 'Paid lately',
    empty: 'Nothing has been paid yet.',
    more: 'Paid earlier',
    columns: ['Invoice', 'For', 'Amount', 'Paid', 'Check or transfer', 'Action'],
    row: paidRow({ token, mayMove }),
  }),
]

export const moneyView = (money: Money, shown: Shown & { timeZone: string }): Html => html`<h1>Money</h1>
<form method="get" action="/desk/money/ledger.csv" class="row" aria-label="Ledger">
<div class="field"><label for="ledger-from">From</label><input id="ledger-from" name="from" type="date" class="short"></div>
<div class="field"><label for="ledger-to">To</label><input id="ledger-to" name="to" type="date" class="short"></div>
<button class="secondary">Download the ledger (CSV)</button></form>
<p class="soft small">The ledger’s days begin at midnight in the time zone ${shown.timeZone}.</p>
<dl class="facts">${Object.entries(money.balances).map(
  ([account, cents]) =>
    html`<dt>${ACCOUNTS[account] ?? account}</dt><dd>${usdCents(CREDITS.includes(account) ? 0 - cents : cents)}</dd>`,
)}</dl>
${sections(money, shown)}`
