import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { chart, type LedgerAccount } from '../../../agency/ledger/postings.ts'
import type { Balances } from '../../../agency/ledger/store.ts'
import type { DifferenceRow } from '../../../agency/payments/difference-store.ts'
import type { Dispute, Refund } from '../../../agency/payments/money-store.ts'
import type { Payment } from '../../../agency/payments/payments.ts'
import { isPaidByHand, isWithProvider } from '../../../agency/payments/refunds.ts'
import type { Counted, Page } from '../../../platform/db/after-row.ts'
import { cents, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { hidden, postForm } from '../parts/form.ts'
import { type ListSection, listSection } from '../parts/section.ts'
import { NONE, nextLink, table } from '../parts/table.ts'
import { disputeAnswerWords } from './dispute-page.ts'
import { disputeReason, moneyDifferenceWords } from './money-words.ts'
import { refundPath } from './refund-plan.ts'

export type Money = {
  due: Counted<Payment>
  late: Counted<Payment>
  paid: Page<Payment>
  refunds: Counted<Refund>
  disputes: Counted<Dispute>
  differences: Counted<DifferenceRow>
  balances: Balances
}

type Shown = { token: Html; mayMove: boolean; names: ReadonlyMap<string, string | null> }

type Part<T> = Pick<ListSection<T>, 'id' | 'title' | 'empty' | 'draw'> & { more: string }

const part = <T>(list: Page<T> & { count?: number }, { id, more, ...shown }: Part<T>): Html =>
  listSection({
    ...shown,
    id,
    list,
    more: nextLink({ path: '/desk/money', list: id, next: list.next, words: more }),
  })

const customersOf = (rows: readonly { uid: string | null }[], { names }: Pick<Shown, 'names'>) => ({
  name: 'Customer',
  cells: rows.map(({ uid }) =>
    uid
      ? html`<a href="/desk/book/${uid}">${names.get(uid) ?? 'No name'}</a> <code class="id">${uid}</code>`
      : NONE,
  ),
})

const amountOf = ({ amount_cents }: { amount_cents: number }): string => usdCents(amount_cents)

const invoiceLink = ({ page_url, reference }: Payment) => html`<a href="${page_url}">${reference}</a>`

const invoicesTable = (title: string, shown: Shown) => (payments: readonly Payment[]) =>
  table(title, [
    { name: 'Invoice', cells: payments.map(invoiceLink) },
    { name: 'For', cells: payments.map(({ description }) => descriptionWords(description)) },
    { name: 'Amount', cells: payments.map(amountOf) },
    {
      name: 'Due',
      cells: payments.map(({ due_on }) => (due_on ? dayWords(due_on) : 'Before the policy is ordered')),
    },
    customersOf(payments, shown),
  ])

const REASONS: Readonly<Record<Refund['reason'], string>> = {
  blocked: 'The carrier did not issue the policy',
  canceled: 'The policy was canceled',
  changed: 'The policy was changed',
  overpaid: 'Paid without anything being due',
  agency: 'Decided here',
}

const refundStatus = (refund: Refund): string => {
  if (refund.status === 'failed') return 'The bank returned it'
  return isWithProvider(refund) ? 'Under way at the payment provider' : 'Due'
}

export const sentForm = form({ reference: line('Check or transfer number') })

export const returnedForm = form({
  note: line('Why it came back'),
  amount: cents('Amount that came back', {
    hint: 'If several checks came for this invoice. Otherwise leave it empty.',
    optional: true,
  }),
})

export const differenceForm = form({ note: line('What it was') })

const refundForm = (token: Html, { refund_id }: Refund) =>
  postForm({
    token,
    path: `/desk/money/refunds/${refund_id}`,
    label: `Refund ${refund_id}`,
    body: html`${sentForm.draw({ within: refund_id })}
<button class="secondary">Mark as sent</button>`,
  })

const refundsTable = (shown: Shown) => (refunds: readonly Refund[]) =>
  table('Refunds', [
    { name: 'Why', cells: refunds.map(({ reason }) => REASONS[reason]) },
    { name: 'Amount', cells: refunds.map(amountOf) },
    { name: 'Status', cells: refunds.map(refundStatus) },
    customersOf(refunds, shown),
    {
      name: 'Action',
      cells: refunds.map(refund => (isWithProvider(refund) ? NONE : refundForm(shown.token, refund))),
    },
  ])

export const returnForm = (token: Html, { payment_id, reference }: Payment) => html`<details>
<summary>Payment returned</summary>
${postForm({
  token,
  path: `/desk/money/payments/${payment_id}`,
  label: `Payment returned ${reference}`,
  body: html`<p>The check or transfer came back. What is owed for an issued policy is invoiced again, and the payer is emailed.</p>
${returnedForm.draw({ within: payment_id })}
<button class="secondary">Record the return</button>`,
})}</details>`

const paidTable =
  ({ token, mayMove, names }: Shown) =>
  (payments: readonly Payment[]) =>
    table('Paid lately', [
      { name: 'Invoice', cells: payments.map(invoiceLink) },
      customersOf(payments, { names }),
      { name: 'For', cells: payments.map(({ description }) => descriptionWords(description)) },
      {
        name: 'Amount',
        cells: payments.map(({ charged_cents, amount_cents }) => usdCents(charged_cents ?? amount_cents)),
      },
      { name: 'Paid', cells: payments.map(({ settled_at }) => (settled_at ? moment(settled_at) : NONE)) },
      {
        name: 'Check or transfer',
        isTyped: true,
        cells: payments.map(({ settled_with }) => settled_with ?? NONE),
      },
      {
        name: 'Action',
        cells: payments.map(
          payment =>
            html`${mayMove ? html`<a href="${refundPath(payment.uid)}">Refund</a>` : NONE}${isPaidByHand(payment) ? returnForm(token, payment) : ''}`,
        ),
      },
    ])

const disputesTable = (shown: Shown) => (disputes: readonly Dispute[]) =>
  table('Disputes', [
    {
      name: 'Dispute',
      cells: disputes.map(({ dispute_id: id }) =>
        shown.mayMove ? html`<a href="/desk/money/disputes/${id}">${id}</a>` : id,
      ),
    },
    { name: 'Amount', cells: disputes.map(amountOf) },
    { name: 'Reason', cells: disputes.map(({ reason }) => disputeReason(reason)) },
    { name: 'Since', cells: disputes.map(({ opened_at }) => moment(opened_at)) },
    { name: 'Answer', cells: disputes.map(disputeAnswerWords) },
    customersOf(disputes, shown),
  ])

const differenceForms =
  (token: Html) =>
  ({ difference_id: id }: DifferenceRow) => {
    const which = hidden('difference_id', id)
    return html`${postForm({
      token,
      path: '/desk/money/differences/again',
      label: `Compare again ${id}`,
      body: html`${which}<button class="secondary">Compare again</button>`,
    })}
${postForm({
  token,
  path: '/desk/money/differences',
  label: `Close ${id}`,
  body: html`${which}
${differenceForm.draw({ within: id })}<button class="secondary">Close</button>`,
})}`
  }

const differencesTable = (shown: Shown) => (differences: readonly DifferenceRow[]) =>
  table('Differences', [
    { name: 'What', cells: differences.map(({ kind }) => moneyDifferenceWords(kind)) },
    { name: 'Expected', cells: differences.map(({ expected_cents }) => usdCents(expected_cents)) },
    { name: 'Found', cells: differences.map(({ found_cents }) => usdCents(found_cents)) },
    customersOf(differences, shown),
    { name: 'Action', cells: differences.map(differenceForms(shown.token)) },
  ])

/** Liabilities and income stand on the credit side. */
const shownCents = (account: LedgerAccount, cents: number): number =>
  ['liability', 'income'].includes(chart[account].kind) ? 0 - cents : cents

const sections = (money: Money, shown: Shown): Html[] => [
  part(money.late, {
    id: 'late',
    title: 'Late',
    empty: 'No invoice is late.',
    more: 'More late invoices',
    draw: invoicesTable('Late', shown),
  }),
  part(money.due, {
    id: 'due',
    title: 'Due',
    empty: 'No open invoices.',
    more: 'More due invoices',
    draw: invoicesTable('Due', shown),
  }),
  part(money.refunds, {
    id: 'refunds',
    title: 'Refunds',
    empty: 'No refunds to send.',
    more: 'More refunds',
    draw: refundsTable(shown),
  }),
  part(money.disputes, {
    id: 'disputes',
    title: 'Disputes',
    empty: 'No open disputes.',
    more: 'More disputes',
    draw: disputesTable(shown),
  }),
  part(money.differences, {
    id: 'differences',
    title: 'Differences',
    empty: 'No open differences between the ledger and the payment provider.',
    more: 'More differences',
    draw: differencesTable(shown),
  }),
  part(money.paid, {
    id: 'paid',
    title: 'Paid lately',
    empty: 'Nothing has been paid yet.',
    more: 'Paid earlier',
    draw: paidTable(shown),
  }),
]

export const moneyView = (money: Money, shown: Shown & { timeZone: string }): Html => html`<h1>Money</h1>
<form method="get" action="/desk/money/ledger.csv" class="row" aria-label="Ledger and surplus lines">
<div class="field"><label for="ledger-from">From</label><input id="ledger-from" name="from" type="date" class="short"></div>
<div class="field"><label for="ledger-to">To</label><input id="ledger-to" name="to" type="date" class="short"></div>
<button class="secondary">Download the ledger (CSV)</button>
<button class="secondary" formaction="/desk/money/journal.csv">Download a journal for QuickBooks (CSV)</button>
<button class="secondary" formaction="/desk/money/accounts.csv">Download the chart of accounts (CSV)</button>
<button class="secondary" formaction="/desk/money/surplus-lines.csv">Download surplus lines (CSV)</button></form>
<p><a href="/desk/money/deposits">Deposits</a> · <a href="/desk/money/carriers">Carriers</a> · <a href="/desk/money/months">Month end</a></p>
<p class="soft small">The days begin at midnight in the time zone ${shown.timeZone}.</p>
<dl class="facts">${keysOf(chart)
  .filter(account => money.balances[account] !== undefined)
  .map(
    account =>
      html`<dt>${chart[account].name}</dt><dd>${usdCents(shownCents(account, money.balances[account] ?? 0))}</dd>`,
  )}</dl>
${sections(money, shown)}`
