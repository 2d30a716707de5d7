import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '../../../src/agency/ledger/ledger.ts'
import { paymentBalances } from '../../../src/agency/ledger/store.ts'
import {
  countDifferences,
  listDifferences,
  listPaymentsToSync,
  noteDifference,
} from '../../../src/agency/payments/difference-store.ts'
import { notePaid, takeHeld } from '../../../src/agency/payments/holds.ts'
import { disputesOf, findRefund } from '../../../src/agency/payments/money-store.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import {
  countInvoices,
  findPayment,
  latePayments,
  lockPayment,
  type Payment,
  voidPayment,
} from '../../../src/agency/payments/payments.ts'
import type { Truth } from '../../../src/agency/payments/provider.ts'
import { receiptsOf } from '../../../src/agency/payments/receipt-store.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { reconcile } from '../../../src/agency/payments/reconcile.ts'
import { markRefundSent, refundDue, takeInRefunds } from '../../../src/agency/payments/refunds.ts'
import { changeRow } from '../../../src/agency/payments/store.ts'
import { syncPayment } from '../../../src/agency/payments/sync.ts'
import { ledgerCsv } from '../../../src/doors/desk/money/ledger-csv.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, later } from '../../../src/platform/lib/clock.ts'
import { dayInZone } from '../../../src/platform/lib/local-day.ts'
import { dayWords, plusDays } from '../../../src/platform/values/calendar.ts'
import { HOMEOWNERS_PAYMENT } from '../../../src/products/homeowners/buying/payment.ts'
import { holdIntake } from '../../../src/products/line/record/intakes.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import { agencyDay } from '../../../src/products/line/wire/agency-day.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { aCheckFor, anInvoice, STAFF, signIn } from '../../support/people/desk.ts'
import { refusal } from '../../support/people/homeowner-in-portal.ts'
import { anIntake } from '../../support/people/homeowner-intakes.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const VIEWER = 'vera@agency.example'

let service: TestService
let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  const env = { ...stripe.env, RATE_LIMITS: 'off', STAFF_EMAILS: `${STAFF},${VIEWER}:viewer` }
  service = await startTestService({ env })
})
afterAll(async () => {
  await service.stop()
  await stripe.close()
})

const listOpenJobs = (payment_id: string) =>
  query(
    service.databaseUrl,
    "select from graphile_worker._private_jobs where payload ->> 'payment_id' = $1",
    [payment_id],
  )

const reread = async (payment_id: string) => (await findPayment(service.app, payment_id)) as Payment

const lockWaits = () =>
  query(
    service.databaseUrl,
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )

const openInvoice = async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test', applicant: { full_name: 'Ada Park' } })
  const order = {
    uid,
    purpose: 'x',
    sandbox: false,
    amount_cents: 141_200,
    description: 'Cover',
    illustrative: true,
  }
  return openPayment(service.app, order)
}

const paidInvoice = async () => {
  const { payment_id } = await openInvoice()
  await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid', reference: 'chk 1001' })
  return reread(payment_id)
}

/** Runs `act` while `held` has what it needs locked, and then what its holder does next. */
const meeting = async <T>(
  held: (inside: App) => Promise<void>,
  { act, next }: { act: () => Promise<T>; next: (inside: App) => Promise<unknown> },
): Promise<T> => {
  const { acting } = await transact(service.app, async inside => {
    await held(inside)
    const acting = act()
    await until(async () => (await lockWaits()).length > 0)
    await next(inside)
    return { acting }
  })
  return acting
}

const chargedCard = async (cents: number, more: { then_job?: string } = {}) => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  const order = { uid, purpose: 'x', sandbox: false, amount_cents: cents, description: 'Cover', ...more }
  const { payment_id, page_url } = await openPayment(service.app, order)
  const path = new URL(page_url).pathname
  const visitor = newVisitor(service.url)
  await visitor.open(path)
  const hosted = (await visitor.send(path, { method: 'card' })).headers.get('location') ?? ''
  await fetch(hosted, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) })
  const held = (await syncPayment(service.app, payment_id)) as Payment
  await transact(service.app, inside => takeHeld(inside, held, cents))
  await syncPayment(service.app, payment_id)
  return reread(payment_id)
}

test('a bank that asks about a payment is a follow-up for staff, once, with the day; no money moves', async () => {
  const charged = await chargedCard(9_900, { then_job: HOMEOWNERS_PAYMENT })
  const { payment_id, reference, refs } = charged
  const before = await paymentBalances(service.app.db, payment_id)
  const inquiry = stripe.books.dispute(refs.intent ?? '', 9_900, 'warning_needs_response')
  const told = () => notesOf(service.app, charged.uid)
  await syncPayment(service.app, payment_id)
  await until(async () => (await told()).length > 0)
  await syncPayment(service.app, payment_id)
  for (const status of ['warning_under_review', 'warning_closed']) {
    inquiry.status = status
    await syncPayment(service.app, payment_id)
  }
  await until(async () => (await listOpenJobs(payment_id)).length === 0)
  const by = dayWords(new Date((inquiry.evidence_details.due_by ?? 0) * 1000).toISOString().slice(0, 10))
  expect(await told()).toMatchObject([
    {
      due_on: agencyDay(service.app),
      words: `The payer’s bank asks about payment ${reference}, $99. This is an inquiry (${inquiry.id}), not a dispute: no money has moved. Answer it in Stripe’s dashboard by ${by}, or refund the payment here. Without an answer, it may become a dispute.`,
    },
  ])
  expect(await paymentBalances(service.app.db, payment_id)).toEqual(before)
  expect(await disputesOf(service.app.db, payment_id)).toEqual([])
})

describe('the money page of the desk', () => {
  test('shows what is due, late, disputed and to be refunded; staff record only a refund that they sent, and what is in dispute is not refunded', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    const today = service.app.clock.now().toISOString().slice(0, 10)
    const order = {
      uid,
      sandbox: false,
      amount_cents: 12_345,
      description: 'Home coverage',
      illustrative: true,
    }
    const due = await openPayment(service.app, { ...order, purpose: 'due', due_on: '2999-01-01' })
    const late = await openPayment(service.app, { ...order, purpose: 'late', due_on: '2020-01-01' })
    expect(late.due_on && late.due_on < today).toBe(true)
    const lateAt = async (moment: string) => {
      const app = { ...service.app, clock: { now: () => new Date(moment) } }
      const listed = await latePayments(app, { after: null, limit: 10 })
      return [listed.map(({ payment_id }) => payment_id), (await countInvoices(app)).late]
    }
    const eveningInHawaii = '2020-01-02T09:59:00Z'
    expect(await lateAt(eveningInHawaii)).toEqual([[], 0])
    expect(await lateAt('2020-01-02T10:00:00Z')).toEqual([[late.payment_id], 1])
    const paid = await paidInvoice()
    const refund = await transact(service.app, inside =>
      refundDue(inside, paid, { cents: 5_000, cause: `test/${paid.payment_id}`, reason: 'blocked' }),
    )
    const charged = await chargedCard(9_900)
    stripe.books.dispute(charged.refs.intent ?? '', 9_900)
    await syncPayment(service.app, charged.payment_id)

    const ann = await signIn(service, service.url)
    const { text } = await ann.open('/desk/money')
    for (const words of [
      due.reference,
      late.reference,
      '$123.45',
      '$50',
      '$99',
      'did not authorize the charge',
      'January 1, 2020',
    ])
      expect(text).toContain(words)
    const [dispute] = await disputesOf(service.app.db, charged.payment_id)
    expect(text).toContain(`data-label="Since"><time datetime="${dispute?.opened_at.toISOString()}">`)
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain('$123.45')
    await ann.open('/desk/money')
    const path = `/desk/money/refunds/${refund?.refund_id}`
    expect((await ann.send(path, {})).status).toBe(400)
    const check = { reference: 'chk 2002' }
    expect((await ann.send(path, check)).location).toBe('/desk/money?done=sent')
    expect((await ann.send(path, check)).location).toBe('/desk/money?done=late')
    expect((await ann.open('/desk/money')).text).not.toContain(path)

    stripe.books.refundOutcome = 'pending'
    const refunded = (payment: Payment) =>
      transact(service.app, inside =>
        refundDue(inside, payment, { cents: 100, cause: `test/${payment.payment_id}`, reason: 'agency' }),
      )
    expect(await refunded(charged)).toBeNull()
    expect((await ann.open(`/desk/money/customers/${charged.uid}`)).text).not.toContain(charged.payment_id)
    const back = await refunded(await chargedCard(9_900))
    const underWay = async () => (await findRefund(service.app.db, back?.refund_id ?? ''))?.provider_ref
    await until(async () => (await underWay()) !== null)
    stripe.books.refundOutcome = 'succeeded'
    const twice = `/desk/money/refunds/${back?.refund_id}`
    const page = (await ann.open('/desk/money')).text
    expect([page.includes('Under way at the payment provider'), page.includes(twice)]).toEqual([true, false])
    expect((await ann.send(twice, check)).location).toBe('/desk/money?done=late')

    const csv = await ann.open('/desk/money/ledger.csv')
    expect(Object.fromEntries(csv.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': 'attachment; filename="ledger.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const rows = csv.text.trim().split('\r\n').slice(1)
    const sums = rows.map(row => row.split(',').slice(4, 6).map(Number)) as [number, number][]
    expect(rows.length).toBeGreaterThan(5)
    expect(
      sums.reduce((sum, [debit, credit]) => sum + Math.round(debit * 100) - Math.round(credit * 100), 0),
    ).toBe(0)
    expect(csv.text).toContain(`refund_sent/${refund?.refund_id}`)
    const [{ receipt_id = '' } = {}] = await receiptsOf(service.app.db, paid.payment_id)
    const referenceIn = (entry: string) =>
      rows
        .find(row => row.includes(entry))
        ?.split(',')
        .at(8)
    expect(referenceIn(`payment_received/${receipt_id}`)).toBe('chk 1001')
    expect(referenceIn(`refund_sent/${refund?.refund_id}`)).toBe('chk 2002')
    expect(rows[0]?.split(',').at(9)).toBe(rows[0]?.slice(0, 10))
    // One of them has another day than UTC at any time.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const config = { ...service.app.config, timeZone }
      const period = { from: new Date(0), to: later(service.app.clock.now(), DAY) }
      const [, row = ''] = (await ledgerCsv({ ...service.app, config }, period)).split('\r\n')
      expect(row.split(',').at(9)).toBe(dayInZone(timeZone, new Date(row.slice(0, 24))))
    }
    const paidList = (await ann.open('/desk/money')).text
    expect(paidList).toContain('begin at midnight in the time zone UTC')
    expect(paidList).toContain('chk 1001')
    expect(paidList).toMatch(/data-label="Paid"><time [^>]+>[^<]+ UTC</)
    const file = await ann.open(`/desk/book/${paid.uid}/audit.json`)
    type Told = Record<string, { settled_with: string; uid: string }[]>
    const { payments, refunds, ledger = [] } = JSON.parse(file.text) as Told
    expect([...new Set(ledger.map(({ uid: whose }) => whose))]).toEqual([paid.uid])
    expect([payments?.[0]?.settled_with, refunds?.[0]?.settled_with]).toEqual(['chk 1001', 'chk 2002'])

    const [yesterday, tomorrow] = [-1, 1].map(days => plusDays(today, days))
    const hasLines = async (asked: string) =>
      (await ann.open(`/desk/money/ledger.csv?${asked}`)).text.includes('payment_received')
    const periods = [`from=${today}`, `to=${today}`, `from=${tomorrow}`, `to=${yesterday}`]
    expect(await Promise.all(periods.map(hasLines))).toEqual([true, true, false, false])
    const period = { from: new Date(0), to: service.app.clock.now() }
    expect(await ledgerCsv(service.app, period, rows.length)).toBe(csv.text)
    expect(await refusal(ledgerCsv(service.app, period, rows.length - 1))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Choose a shorter period.'),
    })

    const receipt = await fetch(`${paid.page_url}/receipt.pdf`)
    const words = await textOfPdf(Buffer.from(await receipt.arrayBuffer()))
    for (const part of [
      paid.reference,
      '$1,412',
      'Check or transfer number: chk 1001',
      'Refunded: $50',
      'Customer: Ada Park',
    ])
      expect(words).toContain(part)
  })

  test('is not there for a viewer, nor for someone who is not signed in', async () => {
    const vera = await signIn(service, service.url, VIEWER)
    expect((await vera.open('/desk/money')).status).toBe(403)
    expect((await vera.open('/desk/money/ledger.csv')).status).toBe(403)
    const nobody = await newVisitor(service.url).open('/desk/money')
    expect([nobody.status, nobody.headers.get('location')]).toEqual([303, '/desk/sign-in'])
  })
})

test('staff who record a payment, or that it came back, wait for a purchase that ends or a refund that starts at that moment', async () => {
  const ann = await signIn(service, service.url)
  const invoice = await openInvoice()
  const paid = await paidInvoice()
  const refund = { cents: 100, cause: `test/${paid.payment_id}`, reason: 'agency' } as const
  const meetings = [
    {
      payment: invoice,
      send: () => ann.send(`/desk/payments/${invoice.payment_id}`, aCheckFor(141_200, 'chk 7')),
      other: (inside: App) => voidPayment(inside, invoice.payment_id, 'service'),
      told: { location: '/desk?done=late' },
    },
    {
      payment: paid,
      send: () => ann.send(`/desk/money/payments/${paid.payment_id}`, { note: 'Bounced.' }),
      other: (inside: App) => refundDue(inside, paid, refund),
      told: { status: 400, text: expect.stringContaining('A part of this payment was refunded.') },
    },
  ]
  await ann.open('/desk/money')
  for (const { payment, send, other, told } of meetings) {
    const sent = meeting(inside => holdIntake(inside, payment.uid), {
      act: send,
      next: async inside => expect(await other(inside)).toBeTruthy(),
    })
    expect(await sent).toMatchObject(told)
  }
})

const truth = (change: Partial<Truth>): Truth => ({
  state: 'captured',
  refs: {},
  authorized_until: null,
  captured_cents: 141_200,
  fee_cents: 0,
  refunds: [],
  disputes: [],
  inquiries: [],
  ...change,
})

test('a charge that the provider reports waits for a purchase that ends at that moment, and neither is refused', async () => {
  const charging = await openInvoice()
  const { payment_id, uid } = charging
  await changeRow(service.app.db, { payment_id, from: ['open'] }, { status: 'capturing' })
  const paid = await meeting(inside => holdIntake(inside, uid), {
    act: () => transact(service.app, inside => notePaid(inside, charging, truth({}))),
    next: inside => lockPayment(inside, payment_id),
  })
  expect(paid).toBe(true)
  expect(await paymentBalances(service.app.db, payment_id)).toMatchObject({ received: 141_200 })
})

test('a refund that one answer of the provider calls sent and the next one failed, taken in at once, is owed again in the books', async () => {
  const paid = await paidInvoice()
  const { payment_id } = paid
  const due = { cents: 5_000, cause: `test/${payment_id}`, reason: 'agency' } as const
  const { refund_id = null } = (await transact(service.app, inside => refundDue(inside, paid, due))) ?? {}
  const answer = (status: 'sent' | 'failed') =>
    truth({ refunds: [{ ref: 're_1', status, cents: 5_000, refund_id }] })
  const takeIn = (inside: App, status: 'sent' | 'failed') => takeInRefunds(inside, paid, answer(status))
  await meeting(inside => takeIn(inside, 'sent'), {
    act: () => transact(service.app, inside => takeIn(inside, 'failed')),
    next: async () => undefined,
  })
  expect(await findRefund(service.app.db, refund_id ?? '')).toMatchObject({ status: 'failed' })
  expect(await paymentBalances(service.app.db, payment_id)).toMatchObject({
    received: 141_200,
    refunds: -5_000,
  })
})

test('what the payment provider sends is summed up at the desk: taken, repeated, not ours, and unsigned', async () => {
  const { refs } = await chargedCard(1_200)
  const about = (id: string) => ({
    id: 'evt_test_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id, object: 'payment_intent' } },
  })
  await stripe.send(service.url, about(refs.intent ?? ''))
  await stripe.send(service.url, about(refs.intent ?? ''))
  await stripe.send(service.url, { ...about('pi_of_another_shop'), id: 'evt_test_2' })
  await stripe.send(service.url, about(refs.intent ?? ''), 'whsec_of_somebody_else')
  const ann = await signIn(service, service.url)
  const text = (await ann.open('/desk/health')).text.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
  for (const row of [
    'Stripe|Taken|–|1|1|',
    'Stripe|Not about one of our payments|–|1|0|',
    'Stripe|Refused: wrong signature|–|1|0|',
  ])
    expect(text).toContain(row)
})

describe('the nightly comparison', () => {
  const kinds = async () => (await reconcile(service.app)).map(({ kind }) => kind).sort()

  test('finds what changed behind our back, shows it until it is closed or gone, and counts it', async () => {
    const charged = await chargedCard(20_000)
    await transact(service.app, async inside => {
      const about = { ...charged, cause: `pol_${charged.uid}` }
      await post(inside, { event: 'policy_bound', cents: 20_000, commission_cents: 0 }, about)
    })
    const before = await kinds()
    const ours = { payment_id: charged.payment_id }

    stripe.books.refund(charged.refs.intent ?? '', 700, {})
    const stray = stripe.books.makeIntent({
      amount: 4_200,
      customer: null,
      payment_method: null,
      metadata: {},
      capture_method: 'automatic',
    })
    stripe.books.receive(stray, 4_200)
    const invoice = await anInvoice(service)
    await query(
      service.databaseUrl,
      `update payments set status = 'paid', provider = 'invoice' where payment_id = $1`,
      [invoice.payment_id],
    )
    await sealAsService(service.databaseUrl, 'payments')

    const found = await reconcile(service.app)
    const added = found.filter(({ kind }) => !before.includes(kind) || kind === 'received_differs')
    expect(added.map(({ kind }) => kind).sort()).toEqual([
      'charge_without_payment',
      'received_differs',
      'refund_unknown_here',
    ])
    expect(found.find(({ kind }) => kind === 'refund_unknown_here')).toMatchObject({
      ...ours,
      found_cents: 700,
    })
    expect(await countDifferences(service.app.db)).toBe(found.length)

    const ann = await signIn(service, service.url)
    expect((await ann.open('/desk/money')).text).toContain('A charge without a payment')
    const again = found.find(({ payment_id }) => payment_id === invoice.payment_id)?.difference_id ?? ''
    const compare = () => ann.send('/desk/money/differences/again', { difference_id: again })
    await query(service.databaseUrl, `update payments set status = 'open' where payment_id = $1`, [
      invoice.payment_id,
    ])
    await sealAsService(service.databaseUrl, 'payments')
    expect((await compare()).location).toBe('/desk/money?done=compared')
    await until(async () => (await countDifferences(service.app.db)) === found.length - 1)
    expect((await compare()).location).toBe('/desk/money?done=late')
    const [stray_id] = found
      .filter(({ kind }) => kind === 'charge_without_payment')
      .map(one => one.difference_id)
    const closed = { difference_id: String(stray_id), note: 'A test charge of ours.' }
    expect((await ann.send('/desk/money/differences', closed)).location).toBe('/desk/money?done=closed')
    service.pass(DAY)
    await reconcile(service.app)
    expect((await ann.open('/desk/money')).text).not.toContain('A charge without a payment')
    const [note] = await query<{ close_note: Buffer }>(
      service.databaseUrl,
      'select close_note from ledger_differences where difference_id = $1',
      [stray_id],
    )
    expect(note?.close_note.toString('latin1')).not.toContain('test charge')

    stripe.books.refunds.length = 0
    expect(await kinds()).not.toContain('refund_unknown_here')
  })

  test('names a payment that cannot be compared, compares the others, and closes nothing until it can', async () => {
    const broken = await chargedCard(11_000)
    const sound = await chargedCard(12_000)
    const open = async () =>
      (await listDifferences(service.app.db, { after: null, limit: 1000 })).map(
        ({ kind, payment_id }) => `${kind} ${payment_id}`,
      )
    await reconcile(service.app)
    expect(await open()).toContain(`charged_for_nothing ${broken.payment_id}`)

    const session = stripe.books.session(broken.refs.session ?? '')
    stripe.books.sessions.delete(session.id)
    stripe.books.refund(sound.refs.intent ?? '', 700, {})
    await expect(reconcile(service.app)).rejects.toThrow(`Failed: ${broken.payment_id}.`)
    expect(await open()).toEqual(
      expect.arrayContaining([
        `charged_for_nothing ${broken.payment_id}`,
        `refund_unknown_here ${sound.payment_id}`,
      ]),
    )

    stripe.books.sessions.set(session.id, session)
    stripe.books.refunds.length = 0
    await reconcile(service.app)
    expect(await open()).not.toContain(`refund_unknown_here ${sound.payment_id}`)
  })

  test('leaves out what settled long ago, unless a refund, a dispute or a difference is open', async () => {
    const { payment_id, settled_at, ...paid } = await paidInvoice()
    const { db } = service.app
    const isListed = async (after: number): Promise<boolean> => {
      const since = later(settled_at as Date, after)
      const listed = await listPaymentsToSync(db, { provider: 'invoice', since, after: '', limit: 1000 })
      return listed.some(one => one.payment_id === payment_id)
    }
    expect([await isListed(0), await isListed(1)]).toEqual([true, false])
    const refund = await transact(service.app, inside =>
      refundDue(
        inside,
        { ...paid, payment_id, settled_at },
        { cents: 100, cause: payment_id, reason: 'agency' },
      ),
    )
    expect(await isListed(1)).toBe(true)
    await transact(service.app, inside =>
      markRefundSent(inside, String(refund?.refund_id), { by: 'staff:x', reference: 'chk 1' }),
    )
    expect(await isListed(1)).toBe(false)
    const difference_id = `fees_differ/${payment_id}`
    const about = { uid: paid.uid, payment_id, expected_cents: 1, found_cents: 0 }
    await noteDifference(db, { ...about, difference_id, kind: 'fees_differ' }, service.app.clock.now())
    expect(await isListed(1)).toBe(true)
  })
})
