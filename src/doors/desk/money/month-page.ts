import { html } from 'hono/html'
import { aboutDifference, closeBookDifference, ways } from '../../../agency/books/differences.ts'
import {
  type BookMonth,
  bankAccounts,
  closeMonth,
  openSteps,
  readMonth,
  takeBankFile,
  toMove,
  transfer,
  unexplained,
} from '../../../agency/books/month.ts'
import { chart, type LedgerAccount } from '../../../agency/ledger/postings.ts'
import { type DifferenceRow, ownDifference } from '../../../agency/payments/difference-store.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { cents, choice, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { hidden, postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { countBadge, emptyView, section } from '../parts/section.ts'
import { facts, NONE, table } from '../parts/table.ts'
import { staffForm, staffPage, staffUpload } from '../sign-in/door.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { fileField, fileText, monthAsked, monthForm } from './carrier-pages.ts'
import { moneyDifferenceWords } from './money-words.ts'
import { pastDay } from './receipt-form.ts'

const PATH = '/desk/money/months'
const FILE_BYTES = 10 * 2 ** 20

const RESULTS = {
  taken: 'Bank file taken in.',
  moved: 'Transfer recorded.',
  closed: 'Month closed. What is booked from now on counts for the next month.',
  settled: 'Difference closed.',
  owned: 'The difference is yours.',
  late: 'This was already done. Nothing was saved.',
}

const MOST = 100_000_000

const asStated = {
  most: MOST,
  hint: 'As on the bank’s statement. Leave it empty if it is zero.',
  optional: true,
} as const

const bankForm = form({
  account: choice(
    'Bank account',
    bankAccounts.map(value => ({ value, label: chart[value].name })),
  ),
  closing: cents('Balance at the end', asStated),
  opening: cents('Balance at the beginning', {
    most: MOST,
    hint: 'Only for the first statement. Later ones begin where the last one ended.',
    optional: true,
  }),
})

const MOVABLE = [
  'trust',
  'operating',
  'received',
  'payable_to_producer',
  'opening',
] as const satisfies LedgerAccount[]

const places = MOVABLE.map(value => ({ value, label: chart[value].name }))

const transferForm = form({
  from: choice('From', places),
  to: choice('To', places),
  amount: cents('Amount in dollars', { most: MOST }),
  on: day('Day'),
  reference: line('Number or reason'),
})

const settleForm = form({
  way: choice(
    'What follows',
    keysOf(ways).map(value => ({ value, label: ways[value] })),
  ),
  note: line('Why'),
})

const at = (month: string, done: string): string => `${PATH}?month=${month}&done=${done}`

const differenceForms = (token: Html, { month }: BookMonth, { difference_id }: DifferenceRow): Html =>
  html`<details><summary>Close</summary>${postForm({
    token,
    path: `${PATH}/differences?month=${month}`,
    label: `Close ${difference_id}`,
    body: html`${hidden('difference_id', difference_id)}${settleForm.draw({ within: difference_id })}
<button name="act" value="close" class="secondary">Close it</button>`,
  })}</details>
${postForm({
  token,
  path: `${PATH}/differences?month=${month}`,
  label: `Take ${difference_id}`,
  body: html`${hidden('difference_id', difference_id)}<button name="act" value="own" class="plain">I look after it</button>`,
})}`

const SHOWN = 100

const differencesView = (
  app: App,
  token: Html,
  { state, names }: { state: BookMonth; names: Names },
): Html => {
  const shown = state.differences.slice(0, SHOWN)
  return shown.length === 0
    ? emptyView('No open differences.')
    : table('Differences', [
        { name: 'What', cells: shown.map(({ kind }) => moneyDifferenceWords(kind)) },
        { name: 'About', cells: shown.map(one => aboutDifference(app, one).words || NONE), isTyped: true },
        { name: 'Expected', cells: shown.map(({ expected_cents }) => usdCents(expected_cents)) },
        { name: 'Found', cells: shown.map(({ found_cents }) => usdCents(found_cents)) },
        { name: 'Owner', cells: shown.map(({ owner }) => names.get(owner ?? '') ?? owner ?? NONE) },
        { name: 'Action', cells: shown.map(one => differenceForms(token, state, one)) },
      ])
}

const trustFacts = (state: BookMonth): Html => {
  const { position, trust_cents, owed_cents, balances } = state
  const advanced = position.advanced.reduce((sum, one) => sum + one.cents, 0)
  return facts([
    { label: 'In the trust account', value: usdCents(balances.trust ?? 0) },
    { label: 'Received, not deposited', value: usdCents(balances.received ?? 0) },
    { label: 'Held for carriers', value: usdCents(position.carriers_cents) },
    { label: 'Held for customers', value: usdCents(position.customers_cents) },
    { label: 'It holds', value: usdCents(trust_cents) },
    { label: 'It owes', value: usdCents(owed_cents) },
    ...(advanced > 0
      ? [{ label: 'You paid carriers before the customer paid', value: usdCents(advanced) }]
      : []),
  ])
}

const bankFacts = (state: BookMonth): Html =>
  html`${state.accounts.map(
    one =>
      html`<h3>${chart[one.account].name}</h3>${facts([
        {
          label: 'Bank’s balance',
          value: one.bank_cents === null ? 'No file yet' : usdCents(one.bank_cents),
        },
        { label: 'Ledger', value: usdCents(one.ledger_cents) },
        { label: 'Not at the bank yet', value: usdCents(one.outstanding_cents) },
        { label: 'Only at the bank', value: usdCents(one.off_cents) },
        { label: 'Not explained', value: usdCents(unexplained(one)) },
      ])}`,
  )}`

const moveWords = (cents: number): string => {
  if (cents === 0) return 'The trust account holds exactly what it owes.'
  return cents > 0
    ? `${usdCents(cents)} in the trust account is your commission. Move it to the operating account.`
    : `${usdCents(0 - cents)} is missing in the trust account. Move it there from the operating account.`
}

const monthView = async (app: App, request: DocumentRequest, { role }: Staff): Promise<Html> => {
  const token = tokenField(request)
  const month = monthAsked(app, request)
  const state = await readMonth(app, month)
  const names = await namesOf(
    app,
    state.differences.flatMap(({ owner }) => owner ?? []),
  )
  const open = openSteps(state)
  const move = toMove(state)
  return html`<p class="small"><a href="/desk/money">Money</a> · <a href="/desk/money/deposits">Deposits</a> · <a href="/desk/money/carriers?month=${month}">Carriers</a></p>
<h1>Month end</h1>
${monthForm(PATH, month)}
${state.isClosed ? html`<div class="callout success"><p>This month is closed.</p></div>` : ''}
<h2 id="open">What is open</h2>
${open.length === 0 || state.isClosed ? emptyView('Nothing is open.') : html`<ul>${open.map(words => html`<li>${words}</li>`)}</ul>`}
${section({
  id: 'bank',
  title: '1. Bank',
  body: html`${bankFacts(state)}
${
  state.isClosed
    ? ''
    : postForm({
        token,
        path: `${PATH}/bank?month=${month}`,
        label: 'Bank file',
        isUpload: true,
        body: html`${fileField('The bank’s file (CSV or OFX)', '.csv,.ofx,.qfx,text/csv')}${bankForm.draw({ within: 'bank' })}<button>Take it in</button>`,
      })
}`,
})}
${section({
  id: 'differences',
  title: '2. Differences',
  badge: countBadge(state.differences.length),
  body: differencesView(app, token, { state, names }),
})}
${section({
  id: 'trust',
  title: '3. Trust account',
  body: html`${trustFacts(state)}<p>${moveWords(move)}</p>
${
  mayDo(role, 'move_money') && !state.isClosed
    ? postForm({
        token,
        path: `${PATH}/transfer?month=${month}`,
        label: 'Transfer',
        body: html`${transferForm.draw({ within: 'move', given: move < 0 ? { from: 'operating', to: 'trust' } : { from: 'trust', to: 'operating' } })}<button>Record the transfer</button>`,
      })
    : ''
}`,
})}
${section({
  id: 'close',
  title: '4. Close the month',
  body:
    mayDo(role, 'close_books') && !state.isClosed
      ? postForm({
          token,
          path: `${PATH}/close?month=${month}`,
          label: 'Close the month',
          body: html`<p>The producers’ shares are booked. What is booked later counts for the next month.</p><button>Close the month</button>`,
        })
      : emptyView(state.isClosed ? 'This month is closed.' : 'An admin closes the month.'),
})}`
}

export const monthRows = [
  staffPage(PATH, 'see_money', async (app, request, staff) => {
    const body = html`${toldResult(RESULTS, request.query.done)}${await monthView(app, request, staff)}`
    return deskFrame(request, staff, { title: 'Month end', at: '/desk/money', body })
  }),

  staffUpload(`${PATH}/bank`, 'handle_money', {
    mostBytes: FILE_BYTES,
    async respond(app, request, { actor }) {
      const month = monthAsked(app, request)
      const { account, closing = 0, opening } = bankForm.take(request.form)
      const file = {
        account,
        month,
        closing_cents: closing,
        ...(opening !== undefined && { opening_cents: opening }),
        text: fileText(request),
        actor,
      }
      const taken = await transact(app, inside => takeBankFile(inside, file))
      return redirect(at(month, taken ? 'taken' : 'late'))
    },
  }),

  staffForm(`${PATH}/differences`, 'handle_money', async (app, request, { actor }) => {
    const month = monthAsked(app, request)
    const difference_id = request.form.get('difference_id') ?? ''
    if (request.form.get('act') === 'own') {
      await ownDifference(app.db, difference_id, actor)
      return redirect(at(month, 'owned'))
    }
    const { way, note } = settleForm.take(request.form)
    const closed = await transact(app, inside =>
      closeBookDifference(inside, difference_id, { way, note, actor }),
    )
    return redirect(at(month, closed ? 'settled' : 'late'))
  }),

  staffForm(`${PATH}/transfer`, 'move_money', async (app, request, { actor }) => {
    const month = monthAsked(app, request)
    const { from, to, amount, on, reference } = transferForm.take(request.form)
    pastDay(app, on, problem => transferForm.refusal({ on: problem }))
    if (from === to) throw transferForm.refusal({ to: 'Choose another account than the money comes from.' })
    const moved = { from, to, cents: amount, on, reference, actor }
    const isNew = await transact(app, inside => transfer(inside, moved))
    return redirect(at(month, isNew ? 'moved' : 'late'))
  }),

  staffForm(`${PATH}/close`, 'close_books', async (app, request, { actor }) => {
    const month = monthAsked(app, request)
    await transact(app, inside => closeMonth(inside, month, actor))
    return redirect(at(month, 'closed'))
  }),
]
