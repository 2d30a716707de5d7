import { sql } from 'kysely'
import { accountRows } from '../../../src/agency/books/book-store.ts'
import { daysOf, payCarrier } from '../../../src/agency/books/carrier-account.ts'
import { closeBookDifference, type Way } from '../../../src/agency/books/differences.ts'
import { closeMonth, readMonth, takeBankFile, toMove, transfer } from '../../../src/agency/books/month.ts'
import { takeStatement } from '../../../src/agency/books/take-statement.ts'
import { bookToday, post } from '../../../src/agency/ledger/ledger.ts'
import { commissionOf } from '../../../src/agency/ledger/postings.ts'
import { type DifferenceRow, openBookDifferences } from '../../../src/agency/payments/difference-store.ts'
import { takeInDisputes } from '../../../src/agency/payments/disputes.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { findPayment, owedFor } from '../../../src/agency/payments/payments.ts'
import type { Truth } from '../../../src/agency/payments/provider.ts'
import { receiptsOf, receiptsToDeposit } from '../../../src/agency/payments/receipt-store.ts'
import { recordDeposit, recordReceipt } from '../../../src/agency/payments/receipts.ts'
import { markRefundSent, refundDue } from '../../../src/agency/payments/refunds.ts'
import { returnPayment } from '../../../src/agency/payments/returned.ts'
import { expectCommission, restateCommission } from '../../../src/agency/policies/direct-commission.ts'
import { insertPolicy, policies } from '../../../src/agency/policies/store.ts'
import type { PolicyFacts } from '../../../src/agency/policies/terms.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { csv } from '../../../src/platform/pages/csv.ts'
import { plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import type { dice } from '../database/tampering.ts'
import { anIntake } from '../people/homeowner-intakes.ts'
import type { TestService } from '../servers/service.ts'

const BOOKKEEPER = 'staff:books'

/** Without an API: nobody is asked for a quote. */
export const deskCarriers = () =>
  CARRIERS.map(carrier => ({
    ...carrier,
    kind: 'desk',
    naic: '12345',
    portal_url: 'https://agents.example/',
    expected_hours: 24,
    homeowners_states: ['IL'],
  }))

const CARRIERS = [
  { id: 'harbor', name: 'Harbor Mutual', commission_pct: 12 },
  { id: 'granite', name: 'Granite State', commission_pct: 15 },
] as const

type Dice = ReturnType<typeof dice>

type Sold = {
  uid: string
  policy_id: string
  policy_number: string
  carrier_id: string
  percent: number
  starts: string
  price_cents: number
  isDirect: boolean
  payment_id: string | null
}

type AtBank = { on: string; cents: number; words: string }
type Kind = 'commission' | 'bank'

class Crash extends Error {}

/** What really happened, as the bank and the carriers know it, and what they then get wrong. */
export type Year = {
  service: TestService
  roll: Dice
  sold: Sold[]
  bank: Record<'trust' | 'operating', AtBank[]>
  /** Commission that each carrier has still to list, by policy. */
  owed: Map<string, { carrier_id: string; policy_number: string; cents: number; premium: number | null }[]>
  planted: Record<Kind, string[]>
  found: Record<Kind, string[]>
  number: number
  /** Each act of a close dies once before it commits. */
  crashes: boolean
}

const isBank = (kind: string): boolean => kind.startsWith('bank_')

export const newYear = async (service: TestService, roll: Dice, { crashes = false } = {}): Promise<Year> => {
  // Policies of this year were sold elsewhere: no order stands behind them.
  await sql`alter table policies drop constraint if exists policies_order_id_fkey`.execute(service.app.db)
  return {
    service,
    roll,
    sold: [],
    bank: { trust: [], operating: [] },
    owed: new Map(),
    planted: { commission: [], bank: [] },
    found: { commission: [], bank: [] },
    number: 1000,
    crashes,
  }
}

const factsOf = (
  app: App,
  { policy_id, policy_number, starts, price_cents, carrier_id }: Sold,
  insured: string,
): PolicyFacts => ({
  product: 'Homeowners insurance',
  form: 'HO-3',
  carrier: CARRIERS.find(({ id }) => id === carrier_id)?.name ?? '',
  producer: app.config.agency,
  insured: { full_name: insured, email: 'x@example.com' } as PolicyFacts['insured'],
  location: { label: 'Insured home', lines: ['1 Main St'] },
  interests: [],
  coverages: [],
  quote_number: 'Q',
  signature: { signed_at: starts, words_version: '1', consent_id: 'c' },
  sandbox: false,
  state: 'IL',
  policy_id,
  policy_number,
  effective_date: starts,
  effective_at: `${starts}T06:00:00.000Z`,
  expiration_date: plusYears(starts, 1),
  annual_price: price_cents / 100,
  issued_at: `${starts}T06:00:00.000Z`,
})

const list = (year: Year, sold: Sold, line: { cents: number; premium: number | null }): void => {
  const { carrier_id, policy_number } = sold
  const own = year.owed.get(carrier_id) ?? []
  year.owed.set(carrier_id, [...own, { carrier_id, policy_number, ...line }])
}

const next = (year: Year): string => String(++year.number)

/** A policy is bound: we bill it, or its carrier does. */
export const sell = async (year: Year, { isDirect }: { isDirect: boolean }): Promise<Sold> => {
  const { service, roll } = year
  const { app } = service
  const insured = `Customer ${next(year)}`
  const { uid } = await anIntake(service, { owner: 'opr_test', applicant: { full_name: insured } })
  const { id: carrier_id, commission_pct: percent } = roll.one(CARRIERS)
  const starts = bookToday(app)
  const policy_id = `pol_${uid.slice(4)}`
  const policy_number = `${carrier_id.slice(0, 2).toUpperCase()}-${next(year)}`
  const price_cents = (600 + roll.below(3000)) * 100
  const sold: Sold = {
    uid,
    policy_id,
    policy_number,
    carrier_id,
    percent,
    starts,
    price_cents,
    isDirect,
    payment_id: null,
  }
  await transact(app, async inside => {
    await insertPolicy(inside.db, {
      policy_id,
      uid,
      item: 'home',
      order_id: policy_id,
      carrier_id,
      policy_number,
      effective_date: starts,
      expiration_date: plusYears(starts, 1),
      annual_price: price_cents / 100,
      sandbox: false,
      facts: app.sealer.seal(
        policies.context('facts', { policy_id }),
        JSON.stringify(factsOf(app, sold, insured)),
      ),
      issued_at: app.clock.now(),
    })
    const about = { uid, policy_id, carrier_id, sandbox: false }
    const commission_cents = commissionOf(price_cents, percent)
    if (isDirect)
      return expectCommission(inside, { ...about, period: null, cause: `${policy_id}/first` }, price_cents)
    const order = {
      uid,
      sandbox: false,
      amount_cents: price_cents,
      description: 'Home',
      purpose: owedFor(policy_id),
      due_on: starts,
    }
    const { payment_id } = await openPayment(inside, order)
    sold.payment_id = payment_id
    await post(
      inside,
      { event: 'policy_bound', cents: price_cents, commission_cents },
      { ...about, payment_id, cause: policy_id },
    )
  })
  if (isDirect) list(year, sold, { cents: commissionOf(price_cents, percent), premium: price_cents })
  year.sold.push(sold)
  return sold
}

const pay = async (year: Year, { payment_id }: Sold, cents: number): Promise<void> => {
  const { app } = year.service
  await recordReceipt(app, String(payment_id), {
    cents,
    received_on: bookToday(app),
    means: 'check',
    reference: `ck${next(year)}`,
    by: BOOKKEEPER,
  })
}

/** All that came goes to the bank, which books it a day or two later. */
const deposit = async (year: Year): Promise<void> => {
  const { app } = year.service
  const receipts = await receiptsToDeposit(app.db, 1000)
  if (receipts.length === 0) return
  const on = bookToday(app)
  const reference = `slip${next(year)}`
  const made = await transact(app, inside =>
    recordDeposit(inside, {
      account: 'trust',
      deposited_on: on,
      reference,
      receipt_ids: receipts.map(({ receipt_id }) => receipt_id),
      actor: BOOKKEEPER,
    }),
  )
  year.bank.trust.push({
    on: plusDays(on, 1 + year.roll.below(2)),
    cents: made?.amount_cents ?? 0,
    words: `DEPOSIT ${reference}`,
  })
}

/** An endorsement with more premium, or with less: invoiced or credited, by us or by the carrier. */
const endorse = async (year: Year, sold: Sold): Promise<void> => {
  const { app } = year.service
  const { uid, policy_id, carrier_id, percent, isDirect } = sold
  const cents = (10 + year.roll.below(200)) * 100
  const about = { uid, policy_id, carrier_id, sandbox: false }
  const number = next(year)
  if (isDirect) {
    const sign = year.roll.below(3) === 0 ? -1 : 1
    await transact(app, inside =>
      expectCommission(
        inside,
        { ...about, period: null, cause: `${policy_id}/endorsed${number}` },
        sign * cents,
      ),
    )
    return list(year, sold, { cents: sign * commissionOf(cents, percent), premium: sign * cents })
  }
  const payment_id = await transact(app, async inside => {
    const order = {
      uid,
      sandbox: false,
      amount_cents: cents,
      description: 'Endorsement',
      purpose: owedFor(`${policy_id}/${number}`),
      due_on: bookToday(app),
    }
    const payment = await openPayment(inside, order)
    const commission_cents = commissionOf(cents, percent)
    await post(
      inside,
      { event: 'installment_billed', cents, commission_cents },
      { ...about, payment_id: payment.payment_id, cause: `${policy_id}/${number}/${payment.payment_id}` },
    )
    return payment.payment_id
  })
  await pay(year, { ...sold, payment_id }, cents)
}

/** A cancellation: the carrier returns premium, and we send the customer a check. */
const cancel = async (year: Year, sold: Sold): Promise<void> => {
  const { app } = year.service
  const { uid, policy_id, carrier_id, percent, isDirect, starts, price_cents } = sold
  const ends_on = bookToday(app)
  const about = { uid, policy_id, carrier_id, sandbox: false }
  if (isDirect) {
    const before = await openOf(app, policy_id)
    const period = { from: starts, to: plusYears(starts, 1) }
    const versions = [{ effective_from: starts, terms: { period, price_cents } }]
    const policy = { uid, policy_id, sandbox: false, versions }
    await transact(app, inside => restateCommission(inside, policy, ends_on))
    const cents = (await openOf(app, policy_id)) - before
    if (cents !== 0) list(year, sold, { cents, premium: null })
    return
  }
  const payment = sold.payment_id === null ? null : await findPayment(app, sold.payment_id)
  if (payment?.status !== 'paid') return
  const cents = Math.round(price_cents / 3)
  const number = `rck${next(year)}`
  const sent = await transact(app, async inside => {
    const refund = await refundDue(inside, payment, {
      cents,
      cause: `canceled/${policy_id}/${number}`,
      reason: 'canceled',
    })
    if (!refund) return 0
    const { refund_id, amount_cents } = refund
    await post(
      inside,
      {
        event: 'premium_returned',
        cents: amount_cents,
        commission_cents: commissionOf(amount_cents, percent),
      },
      { ...about, payment_id: payment.payment_id, cause: refund_id },
    )
    await markRefundSent(inside, refund_id, { by: BOOKKEEPER, reference: number })
    return amount_cents
  })
  if (sent > 0)
    year.bank.trust.push({
      on: plusDays(ends_on, 3 + year.roll.below(10)),
      cents: -sent,
      words: `CHECK ${number}`,
    })
}

const openOf = async (app: App, policy_id: string): Promise<number> => {
  const rows = await accountRows(app.db, daysOf(app, bookToday(app).slice(0, 7)))
  return rows.find(row => row.policy_id === policy_id)?.direct_closing ?? 0
}

/** The bank takes a check back that was deposited. The customer pays again a week later. */
const bounce = async (year: Year, { payment_id }: Sold): Promise<boolean> => {
  const { app } = year.service
  const payment = await findPayment(app, String(payment_id))
  if (payment?.status !== 'paid') return false
  const returned = await transact(app, inside =>
    returnPayment(inside, payment.payment_id, { by: BOOKKEEPER }),
  ).catch(() => null)
  if (!returned) return false
  const back = (await receiptsOf(app.db, payment.payment_id)).findLast(
    ({ returned_on }) => returned_on !== null,
  )
  const amount_cents = back?.amount_cents ?? 0
  const words = `RETURNED ITEM ${payment.settled_with}`
  year.bank.trust.push({ on: bookToday(app), cents: 0 - amount_cents, words })
  const order = {
    uid: payment.uid,
    sandbox: false,
    amount_cents,
    description: 'Again',
    purpose: owedFor(payment.payment_id),
    due_on: bookToday(app),
  }
  const again = await openPayment(app, order)
  await recordReceipt(app, again.payment_id, {
    cents: amount_cents,
    received_on: bookToday(app),
    means: 'transfer',
    reference: `tr${next(year)}`,
    by: BOOKKEEPER,
  })
  return true
}

/** The payer's bank takes the money, and gives it back: we won. */
const dispute = async (year: Year, { payment_id }: Sold): Promise<void> => {
  const { app } = year.service
  const payment = await findPayment(app, String(payment_id))
  if (payment?.status !== 'paid') return
  const cents = Math.min(5000, payment.charged_cents ?? 0)
  const told = (status: 'open' | 'won') =>
    transact(app, inside =>
      takeInDisputes(inside, payment, {
        disputes: [
          {
            id: `dp_${payment.payment_id}`,
            status,
            cents,
            reason: 'general',
            opened_at: app.clock.now(),
            answer_by: null,
          },
        ],
      } as unknown as Truth),
    )
  await told('open')
  await told('won')
}

/** One policy of a month out of so many has this happen. */
const HAPPENS: readonly [oneIn: number, act: (year: Year, sold: Sold) => Promise<unknown>][] = [
  [8, endorse],
  [12, cancel],
  [25, bounce],
  [40, dispute],
]

export const trade = async (
  year: Year,
  { policies: count, days }: { policies: number; days: number },
): Promise<void> => {
  const { roll, service } = year
  const perDay = Math.ceil(count / days)
  let left = count
  for (let day = 0; day < days; day++) {
    for (let one = 0; one < Math.min(perDay, left); one++) {
      const sold = await sell(year, { isDirect: roll.below(2) === 0 })
      if (sold.isDirect || roll.below(15) === 0) continue
      const first = roll.below(5) === 0 ? Math.round(sold.price_cents / 2) : sold.price_cents
      await pay(year, sold, first)
      if (first < sold.price_cents && roll.below(2) === 0)
        await pay(year, sold, sold.price_cents - first + roll.below(2) * 700)
    }
    left -= perDay
    await deposit(year)
    for (const [oneIn, act] of HAPPENS)
      for (let one = 0; one < perDay; one++) if (roll.below(oneIn) === 0) await act(year, roll.one(year.sold))
    service.pass(86_400_000)
  }
  await deposit(year)
}

type Errors = { commission: number; bank: number }

const wrongly = (
  year: Year,
  lines: { policy_number: string; cents: number; premium: number | null }[],
  errors: number,
) => {
  const rows = lines.map(line => ({ ...line }))
  for (let at = 0; at < errors && rows.length > errors; at++) {
    const row = rows[at * 2]
    if (!row) continue
    const kind = ['differs', 'unknown', 'twice'][at % 3]
    year.planted.commission.push(`commission_${kind}`)
    if (kind === 'differs') row.cents += 101 + at
    if (kind === 'unknown') rows.push({ policy_number: `ZZ-${next(year)}`, cents: 1234, premium: null })
    if (kind === 'twice') rows.push({ ...row })
  }
  return rows
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** A process that dies before it commits changes nothing: the same act is done again. */
const act = async <T>({ service, crashes }: Year, work: (inside: App) => Promise<T>): Promise<T> => {
  if (crashes) {
    const dying = async (inside: App) => {
      await work(inside)
      throw new Crash()
    }
    await transact(service.app, dying).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
  }
  return transact(service.app, work)
}

const statements = async (year: Year, month: string, errors: number): Promise<void> => {
  const { app } = year.service
  const on = daysOf(app, month).until
  for (const [at, { id: carrier_id }] of CARRIERS.entries()) {
    const lines = merged(year.owed.get(carrier_id) ?? [])
    year.owed.set(carrier_id, [])
    if (lines.length === 0) continue
    const share = at === 0 ? Math.ceil(errors / 2) : Math.floor(errors / 2)
    const rows = wrongly(year, lines, share)
    const total_cents = rows.reduce((sum, { cents }) => sum + cents, 0)
    if (total_cents <= 0) {
      year.owed.set(
        carrier_id,
        lines.map(line => ({ ...line, carrier_id })),
      )
      continue
    }
    const text = csv([
      ['Policy Number', 'Premium', 'Commission'],
      ...rows.map(row => [
        row.policy_number,
        row.premium === null ? '' : dollars(row.premium),
        dollars(row.cents),
      ]),
    ])
    const reference = `ach${next(year)}`
    await act(year, inside =>
      takeStatement(inside, {
        carrier_id,
        month,
        received_on: on,
        total_cents,
        reference,
        text,
        actor: BOOKKEEPER,
      }),
    )
    year.bank.operating.push({ on, cents: total_cents, words: `ACH ${reference}` })
  }
}

/** A carrier lists a policy once a month: what was billed and what was returned in one line. */
export const merged = (
  lines: readonly { policy_number: string; cents: number; premium: number | null }[],
) => {
  const byPolicy = new Map<string, { policy_number: string; cents: number; premium: number | null }>()
  for (const line of lines) {
    const own = byPolicy.get(line.policy_number)
    byPolicy.set(
      line.policy_number,
      own ? { ...own, cents: own.cents + line.cents, premium: null } : { ...line },
    )
  }
  return [...byPolicy.values()].filter(({ cents }) => cents !== 0)
}

const bankFile = (year: Year, account: 'trust' | 'operating', month: string, errors: number): AtBank[] => {
  const { until } = daysOf(year.service.app, month)
  const lines = year.bank[account].filter(({ on }) => on <= until).map(line => ({ ...line }))
  year.bank[account] = year.bank[account].filter(({ on }) => on > until)
  // Not its own corrections of the month before.
  const ours = lines.filter(({ words }) => /^(DEPOSIT|CHECK)/.test(words))
  for (let at = 0; at < errors; at++) {
    const line = ours[at]
    if (!line) continue
    const kind = ['unknown', 'amount_differs', 'twice'][at % 3]
    year.planted.bank.push(`bank_${kind}`)
    // The bank puts its own mistakes right in the next month.
    const later = plusDays(until, 2 + at)
    if (kind === 'unknown') lines.push({ on: until, cents: -(1500 + at), words: 'SERVICE CHARGE' })
    if (kind === 'amount_differs') {
      year.bank[account].push({ on: later, cents: 0 - (900 + at), words: 'CORRECTION' })
      line.cents += 900 + at
    }
    if (kind === 'twice') {
      lines.push({ ...line })
      year.bank[account].push({ on: later, cents: 0 - line.cents, words: 'REVERSAL' })
    }
  }
  return lines
}

const HOW: Readonly<Record<string, Way>> = {
  bank_unknown: 'fee',
  bank_amount_differs: 'explained',
  bank_twice: 'explained',
}

const settle = async (year: Year, difference: DifferenceRow): Promise<void> => {
  const { kind, difference_id } = difference
  year.found[isBank(kind) ? 'bank' : 'commission'].push(kind)
  const way = HOW[kind] ?? 'accepted'
  await act(year, inside =>
    closeBookDifference(inside, difference_id, { way, note: 'As agreed.', actor: BOOKKEEPER }),
  )
}

type Closed = { trust_cents: number; owed_cents: number; ledger_cents: number; open: number }

/** What a bookkeeper does at the end of a month, in the first days of the next one. */
export const closing = async (year: Year, month: string, errors: Errors): Promise<Closed> => {
  const { app } = year.service
  const { until } = daysOf(app, month)
  const { bank } = year
  for (const { id: carrier_id } of CARRIERS) {
    const rows = (await accountRows(app.db, daysOf(app, month), carrier_id)).filter(
      row => row.closing !== 0 && row.owed_by_customer <= 0,
    )
    const cents = rows.reduce((sum, row) => sum + row.closing, 0)
    if (cents <= 0) continue
    const reference = `ap${next(year)}`
    const policy_ids = rows.map(({ policy_id }) => policy_id)
    await act(year, inside =>
      payCarrier(inside, { carrier_id, policy_ids, cents, paid_on: until, reference, actor: BOOKKEEPER }),
    )
    bank.trust.push({ on: plusDays(until, 3), cents: -cents, words: `CHECK ${reference}` })
  }
  await statements(year, month, errors.commission)
  for (const account of ['trust', 'operating'] as const) {
    const lines = bankFile(year, account, month, account === 'trust' ? errors.bank : 0)
    const opening_cents = balances.get(year)?.[account] ?? 0
    const closing_cents = opening_cents + lines.reduce((sum, { cents }) => sum + cents, 0)
    const text = csv([
      ['Date', 'Description', 'Amount'],
      ...lines.map(({ on, cents, words }) => [on, words, dollars(cents)]),
    ])
    await act(year, inside =>
      takeBankFile(inside, { account, month, opening_cents, closing_cents, text, actor: BOOKKEEPER }),
    )
    balances.set(year, { ...(balances.get(year) ?? { trust: 0, operating: 0 }), [account]: closing_cents })
  }
  for (const difference of await openBookDifferences(app.db, month)) await settle(year, difference)
  const move = toMove(await readMonth(app, month))
  if (move !== 0) {
    const [from, to] = move > 0 ? (['trust', 'operating'] as const) : (['operating', 'trust'] as const)
    const reference = `mv${next(year)}`
    const cents = Math.abs(move)
    await act(year, inside => transfer(inside, { from, to, cents, on: until, reference, actor: BOOKKEEPER }))
    const on = plusDays(until, 1)
    bank[from].push({ on, cents: -cents, words: `TRANSFER ${reference}` })
    bank[to].push({ on, cents, words: `TRANSFER ${reference}` })
  }
  const state = await readMonth(app, month)
  await act(year, inside => closeMonth(inside, month, BOOKKEEPER))
  const { trust_cents, owed_cents, ledger_cents } = state
  return { trust_cents, owed_cents, ledger_cents, open: state.differences.length }
}

const balances = new WeakMap<Year, Record<'trust' | 'operating', number>>()
