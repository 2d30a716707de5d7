import { html } from 'hono/html'
import { accountPdf } from '../../../agency/books/account-pdf.ts'
import { accountRows, listStatements } from '../../../agency/books/book-store.ts'
import {
  type CarrierTotals,
  carrierTotals,
  daysOf,
  type NamedRow,
  named,
  payCarrier,
  totalsOf,
} from '../../../agency/books/carrier-account.ts'
import { setShare } from '../../../agency/books/month.ts'
import { takeStatement } from '../../../agency/books/take-statement.ts'
import { bookToday, monthOf } from '../../../agency/ledger/ledger.ts'
import { commissionPercent } from '../../../agency/payments/installments.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { cents, checks, choice, count, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { type DocumentRequest, redirect, staffDownload } from '../../../platform/http/pages/document.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { hidden, postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { emptyView, section } from '../parts/section.ts'
import { table } from '../parts/table.ts'
import { staffForm, staffPage, staffUpload } from '../sign-in/door.ts'
import { mayDo } from '../staff/roles.ts'
import { pastDay } from './receipt-form.ts'

const PATH = '/desk/money/carriers'
const FILE_BYTES = 5 * 2 ** 20

const RESULTS = {
  paid: 'Payment to the carrier recorded.',
  shared: 'Producer’s share set.',
  taken: 'Statement taken in. What differs is on the month’s page.',
  late: 'This was recorded before, or has changed since. Nothing was saved.',
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const monthAsked = (app: App, { query }: Pick<DocumentRequest, 'query'>): string => {
  const month = String(query.month ?? '')
  return MONTH.test(month) ? month : monthOf(bookToday(app))
}

/** A file is text, whatever the browser calls it. */
export const fileText = ({ files }: DocumentRequest): string =>
  files.get('file')?.[0]?.bytes.toString('utf8') ?? fail('invalid_request', { message: 'Choose the file.' })

export const fileField = (label: string, accept: string): Html =>
  fieldView({ name: 'file', label, texts: [], control: { kind: 'file', accept } })

export const monthForm = (
  path: string,
  month: string,
): Html => html`<form method="get" action="${path}" class="row" aria-label="Month">
<div class="field"><label for="month">Month</label><input id="month" name="month" type="month" value="${month}"></div>
<button class="secondary">Show</button></form>`

const link = (month: string, { carrier_id, carrier }: CarrierTotals): Html =>
  html`<a href="${PATH}/${encodeURIComponent(carrier_id)}?month=${month}">${carrier}</a>`

const carriersTable = (month: string, all: readonly CarrierTotals[]): Html =>
  table('Carriers', [
    { name: 'Carrier', cells: all.map(one => link(month, one)) },
    { name: 'Gross', cells: all.map(({ gross }) => usdCents(gross)) },
    { name: 'Commission', cells: all.map(({ commission }) => usdCents(commission)) },
    { name: 'Net', cells: all.map(({ net }) => usdCents(net)) },
    { name: 'Paid', cells: all.map(({ paid }) => usdCents(paid)) },
    { name: 'Owed', cells: all.map(({ closing }) => usdCents(closing)) },
    { name: 'Commission expected', cells: all.map(({ direct_closing }) => usdCents(direct_closing)) },
  ])

const accountTable = (rows: readonly NamedRow[]): Html =>
  table('Account current', [
    { name: 'Policy', cells: rows.map(({ policy_number }) => policy_number) },
    {
      name: 'Insured',
      cells: rows.map(({ insured, uid }) => html`<a href="/desk/book/${uid}">${insured}</a>`),
    },
    { name: 'Effective', cells: rows.map(({ effective_date }) => dayWords(effective_date)) },
    { name: 'Before', cells: rows.map(({ opening }) => usdCents(opening)) },
    { name: 'Gross', cells: rows.map(({ gross }) => usdCents(gross)) },
    { name: 'Commission', cells: rows.map(({ commission }) => usdCents(commission)) },
    { name: 'Net', cells: rows.map(({ net }) => usdCents(net)) },
    { name: 'Paid', cells: rows.map(({ paid }) => usdCents(paid)) },
    { name: 'Owed', cells: rows.map(({ closing }) => usdCents(closing)) },
  ])

const directTable = (rows: readonly NamedRow[]): Html =>
  table('Commission of policies that the carrier bills', [
    { name: 'Policy', cells: rows.map(({ policy_number }) => policy_number) },
    {
      name: 'Insured',
      cells: rows.map(({ insured, uid }) => html`<a href="/desk/book/${uid}">${insured}</a>`),
    },
    { name: 'Before', cells: rows.map(({ direct_opening }) => usdCents(direct_opening)) },
    { name: 'Expected', cells: rows.map(({ expected }) => usdCents(expected)) },
    { name: 'Received', cells: rows.map(({ received }) => usdCents(received)) },
    { name: 'Open', cells: rows.map(({ direct_closing }) => usdCents(direct_closing)) },
  ])

const isBilled = ({ opening, gross, net, paid, closing }: NamedRow): boolean =>
  [opening, gross, net, paid, closing].some(amount => amount !== 0)

const isDirect = ({ direct_opening, expected, received, direct_closing }: NamedRow): boolean =>
  [direct_opening, expected, received, direct_closing].some(amount => amount !== 0)

const owedWords = ({ policy_number, insured, closing, owed_by_customer }: NamedRow): string =>
  `${policy_number}, ${insured}: ${usdCents(closing)}${owed_by_customer > 0 ? `. The customer still owes us ${usdCents(owed_by_customer)}` : ''}`

const payForm = (rows: readonly NamedRow[]) =>
  form({
    policies: checks(
      'Policies that you pay',
      rows.map(row => ({ value: row.policy_id, label: owedWords(row) })),
    ),
    amount: cents('Amount in dollars', {
      hint: 'What the chosen policies come to. For one policy it can be a part.',
      most: 100_000_000,
    }),
    paid_on: day('Paid on'),
    reference: line('Check or transfer number'),
  })

const statementForm = form({
  received_on: day('Received on'),
  amount: cents('Amount that the carrier paid', { most: 100_000_000 }),
  reference: line('Transfer or statement number'),
})

const shareForm = (rows: readonly NamedRow[]) =>
  form({
    policy: choice(
      'Policy',
      rows.map(({ policy_id, policy_number, insured }) => ({
        value: policy_id,
        label: `${policy_number}, ${insured}`,
      })),
    ),
    producer: line('Producer', { most: 100 }),
    percent: count('Percent of the commission', { most: 100 }),
  })

const rateWords = (app: App, carrier_id: string): string => {
  const [first, renewed] = [null, 'renewed'].map(period => commissionPercent(app, { carrier_id, period }))
  return `Commission: ${first}% of the first period, ${renewed}% of renewed ones.`
}

type Account = { carrier_id: string; carrier: string; month: string; rows: NamedRow[] }

const readAccount = async (app: App, request: DocumentRequest): Promise<Account> => {
  const carrier_id = request.params.id ?? ''
  const month = monthAsked(app, request)
  const rows = await named(app, await accountRows(app.db, daysOf(app, month), carrier_id))
  return { carrier_id, month, rows, carrier: rows[0]?.carrier ?? carrier_id }
}

/** What is owed today, whatever month is shown. */
const owedNow = async (app: App, carrier_id: string): Promise<NamedRow[]> => {
  const rows = await accountRows(app.db, daysOf(app, monthOf(bookToday(app))), carrier_id)
  return named(
    app,
    rows.filter(({ closing }) => closing !== 0),
  )
}

const paySection = (token: Html, path: string, owed: readonly NamedRow[]): Html =>
  section({
    id: 'pay',
    title: 'Pay the carrier',
    body:
      owed.length === 0
        ? emptyView('Nothing is owed to this carrier.')
        : html`${postForm({ token, path, label: 'Pay the carrier', body: html`${hidden('owed', totalsOf(owed).closing)}${payForm(owed).draw({ given: { policies: owed.filter(({ owed_by_customer }) => owed_by_customer <= 0).map(({ policy_id }) => policy_id) } })}<button>Record the payment</button>` })}`,
  })

const accountView = async (app: App, request: DocumentRequest, mayPay: boolean): Promise<Html> => {
  const token = tokenField(request)
  const { carrier_id, carrier, month, rows } = await readAccount(app, request)
  const [billed, direct] = [rows.filter(isBilled), rows.filter(isDirect)]
  const { opening, net, paid, closing } = totalsOf(rows)
  const statements = await listStatements(app.db, carrier_id)
  const path = `${PATH}/${encodeURIComponent(carrier_id)}`
  return html`<p class="small"><a href="/desk/money">Money</a> · <a href="${PATH}?month=${month}">Carriers</a></p>
<h1>${carrier}</h1>
${monthForm(path, month)}
<p class="soft small">${rateWords(app, carrier_id)} The rates are in CARRIERS_FILE.</p>
${section({
  id: 'account',
  title: 'Account current',
  body:
    billed.length === 0
      ? emptyView('No policy that we bill.')
      : html`<p>Owed before ${usdCents(opening)}, net of the month ${usdCents(net)}, paid ${usdCents(paid)}. Owed at the end ${usdCents(closing)}.</p>
<p><a href="${path}/account.csv?month=${month}" download>CSV</a> · <a href="${path}/account.pdf?month=${month}" download>PDF</a></p>${accountTable(billed)}`,
})}
${mayPay ? paySection(token, path, await owedNow(app, carrier_id)) : ''}
${section({
  id: 'direct',
  title: 'Commission of policies that the carrier bills',
  body: direct.length === 0 ? emptyView('No commission is expected.') : directTable(direct),
})}
${
  mayPay && rows.length > 0
    ? section({
        id: 'share',
        title: 'Producer’s share',
        body: postForm({
          token,
          path: `${path}/share?month=${month}`,
          label: 'Producer’s share',
          body: html`<p>It is booked when a month closes.</p>${shareForm(rows).draw({ within: 'share' })}<button class="secondary">Set the share</button>`,
        }),
      })
    : ''
}
${section({
  id: 'statement',
  title: 'Commission statement',
  body: html`<p>A CSV file with headings, a line for each policy: policy number, premium if it has one, and commission.</p>
${postForm({
  token,
  path: `${path}/statement?month=${month}`,
  label: 'Commission statement',
  isUpload: true,
  body: html`${fileField(`Statement for ${month} (CSV)`, '.csv,text/csv')}${statementForm.draw({ within: 'statement' })}<button>Take it in</button>`,
})}
${
  statements.length === 0
    ? ''
    : table('Statements', [
        { name: 'Month', cells: statements.map(one => one.month) },
        { name: 'Number', cells: statements.map(({ reference }) => reference), isTyped: true },
        { name: 'Received', cells: statements.map(({ received_on }) => dayWords(received_on)) },
        { name: 'Amount', cells: statements.map(({ total_cents }) => usdCents(total_cents)) },
      ])
}`,
})}`
}

const COLUMNS = [
  'insured',
  'policy_number',
  'carrier',
  'line',
  'state',
  'effective',
  'owed_before',
  'gross',
  'commission',
  'net',
  'paid',
  'owed',
] as const

const dollars = (amount: number): string => (amount / 100).toFixed(2)

const accountCsv = ({ rows }: Account): string =>
  csv([
    COLUMNS,
    ...rows
      .filter(isBilled)
      .map(row => [
        row.insured,
        row.policy_number,
        row.carrier,
        row.line,
        row.state,
        row.effective_date,
        ...[row.opening, row.gross, row.commission, row.net, row.paid, row.closing].map(dollars),
      ]),
  ])

const filename = ({ carrier_id, month }: Account, ending: string): string =>
  `account-${carrier_id.replaceAll(/[^\w-]/g, '_')}-${month}.${ending}`

export const carrierRows = [
  staffPage(PATH, 'see_money', async (app, request, staff) => {
    const month = monthAsked(app, request)
    const all = await carrierTotals(app, month)
    const body = html`<p class="small"><a href="/desk/money">Money</a></p><h1>Carriers</h1>
${monthForm(PATH, month)}${all.length === 0 ? emptyView('Nothing is booked for a carrier yet.') : carriersTable(month, all)}`
    return deskFrame(request, staff, { title: 'Carriers', at: '/desk/money', body })
  }),

  staffPage(`${PATH}/{id}`, 'see_money', async (app, request, staff) => {
    const view = await accountView(app, request, mayDo(staff.role, 'pay_carriers'))
    const body = html`${toldResult(RESULTS, request.query.done)}${view}`
    return deskFrame(request, staff, { title: 'Carrier', at: '/desk/money', body })
  }),

  staffForm(`${PATH}/{id}`, 'pay_carriers', async (app, { params, form: sent }, { actor }) => {
    const carrier_id = params.id ?? ''
    const asked = payForm(await owedNow(app, carrier_id))
    const { policies: policy_ids, amount, paid_on, reference } = asked.take(sent)
    pastDay(app, paid_on, problem => asked.refusal({ paid_on: problem }))
    const paid = { carrier_id, policy_ids, cents: amount, paid_on, reference, actor }
    const owed_cents = Number(sent.get('owed'))
    const isNew = await transact(app, inside => payCarrier(inside, { ...paid, owed_cents }))
    return redirect(`${PATH}/${encodeURIComponent(carrier_id)}?done=${isNew ? 'paid' : 'late'}`)
  }),

  staffForm(`${PATH}/{id}/share`, 'pay_carriers', async (app, request, { actor }) => {
    const { carrier_id, month, rows } = await readAccount(app, request)
    const { policy: policy_id, ...share } = shareForm(rows).take(request.form)
    await transact(app, inside => setShare(inside, { ...share, policy_id, actor }))
    return redirect(`${PATH}/${encodeURIComponent(carrier_id)}?month=${month}&done=shared`)
  }),

  staffUpload(`${PATH}/{id}/statement`, 'handle_money', {
    mostBytes: FILE_BYTES,
    async respond(app, request, { actor }) {
      const carrier_id = request.params.id ?? ''
      const month = monthAsked(app, request)
      const { amount, received_on, reference } = statementForm.take(request.form)
      pastDay(app, received_on, problem => statementForm.refusal({ received_on: problem }))
      const text = fileText(request)
      const statement = { carrier_id, month, received_on, reference, total_cents: amount, text, actor }
      const taken = await transact(app, inside => takeStatement(inside, statement))
      return redirect(
        `${PATH}/${encodeURIComponent(carrier_id)}?month=${month}&done=${taken ? 'taken' : 'late'}`,
      )
    },
  }),

  staffPage(`${PATH}/{id}/account.csv`, 'see_money', async (app, request) => {
    const account = await readAccount(app, request)
    return staffDownload({
      type: 'text/csv; charset=utf-8',
      body: accountCsv(account),
      filename: filename(account, 'csv'),
    })
  }),

  staffPage(`${PATH}/{id}/account.pdf`, 'see_money', async (app, request) => {
    const account = await readAccount(app, request)
    const body = await accountPdf(app, { ...account, rows: account.rows.filter(isBilled) })
    return staffDownload({ type: 'application/pdf', body, filename: filename(account, 'pdf') })
  }),
]
