import { html } from 'hono/html'
import {
  type Deposit,
  listDeposits,
  type ReceiptRow,
  receiptsToDeposit,
} from '../../../agency/payments/receipt-store.ts'
import { openReference, recordDeposit } from '../../../agency/payments/receipts.ts'
import type { App } from '../../../platform/app.ts'
import { type Page, readPage } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { cents, checks, choice, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { customerName } from '../../../products/lines.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { emptyView, listSection, section } from '../parts/section.ts'
import { nextLink, pageAsked, table } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { MEANS, pastDay } from './receipt-form.ts'

const PATH = '/desk/money/deposits'
const SHOWN = 200

const ACCOUNTS = [
  { value: 'trust', label: 'Trust account' },
  { value: 'operating', label: 'Operating account' },
] as const

type Shown = ReceiptRow & { words: string }

const readReceipts = async (app: App): Promise<Shown[]> => {
  const rows = await receiptsToDeposit(app.db, SHOWN)
  const names = new Map<string, string | null>()
  for (const { uid } of rows) if (!names.has(uid)) names.set(uid, await customerName(app, uid))
  return rows.map(row => ({
    ...row,
    words: `${usdCents(row.amount_cents)} · ${dayWords(row.received_on)} · ${MEANS[row.means]} ${openReference(app, row)} · ${names.get(row.uid) ?? row.uid}`,
  }))
}

const depositForm = (receipts: readonly Shown[]) =>
  form({
    receipts: checks(
      'Receipts in this deposit',
      receipts.map(({ receipt_id: value, words: label }) => ({ value, label })),
    ),
    account: choice('Bank account', ACCOUNTS),
    deposited_on: day('Deposited on'),
    amount: cents('Amount that reached the bank', {
      hint: 'Only for a payout of the payment provider, which keeps its fees. Otherwise leave it empty.',
      optional: true,
    }),
    reference: line('Deposit slip or payout number'),
  })

const depositsTable = (deposits: readonly Deposit[]) =>
  table('Deposits', [
    { name: 'Number', cells: deposits.map(({ reference }) => reference), isTyped: true },
    { name: 'Day', cells: deposits.map(({ deposited_on }) => dayWords(deposited_on)) },
    { name: 'Amount', cells: deposits.map(({ amount_cents }) => usdCents(amount_cents)) },
    {
      name: 'Account',
      cells: deposits.map(({ account }) => ACCOUNTS.find(({ value }) => value === account)?.label ?? ''),
    },
  ])

const view = (
  token: Html,
  { receipts, deposits }: { receipts: readonly Shown[]; deposits: Page<Deposit> },
) => html`<p class="small"><a href="/desk/money">Money</a></p>
<h1>Deposits</h1>
${section({
  id: 'receipts',
  title: 'Received, not deposited',
  body:
    receipts.length === 0
      ? emptyView('Everything that came is deposited.')
      : html`${postForm({
          token,
          path: PATH,
          label: 'Record a deposit',
          body: html`${depositForm(receipts).draw()}<button>Record the deposit</button>`,
        })}`,
})}
${listSection({
  id: 'deposits',
  title: 'Deposits',
  list: deposits,
  empty: 'No deposits yet.',
  draw: depositsTable,
  more: nextLink({ path: PATH, list: 'deposits', next: deposits.next }),
})}`

export const depositRows = [
  staffPage(PATH, 'see_money', async (app, request, staff) => {
    const deposits = await readPage(
      at => listDeposits(app.db, at),
      pageAsked(request, 'deposits'),
      ({ deposit_id }) => deposit_id,
    )
    const body = view(tokenField(request), { receipts: await readReceipts(app), deposits })
    return deskFrame(request, staff, {
      title: 'Deposits',
      at: '/desk/money',
      body: html`${toldResult({ deposited: 'Deposit recorded.', late: 'A receipt was deposited or came back since. Nothing was saved.' }, request.query.done)}${body}`,
    })
  }),

  staffForm(PATH, 'handle_money', async (app, { form: sent }, { actor }) => {
    const asked = depositForm(await readReceipts(app))
    const { receipts, amount, deposited_on, ...deposited } = asked.take(sent)
    pastDay(app, deposited_on, problem => asked.refusal({ deposited_on: problem }))
    const done = await transact(app, inside =>
      recordDeposit(inside, {
        ...deposited,
        deposited_on,
        receipt_ids: receipts,
        ...(amount !== undefined && { amount_cents: amount }),
        actor,
      }),
    )
    return redirect(`${PATH}?done=${done ? 'deposited' : 'late'}`)
  }),
]
