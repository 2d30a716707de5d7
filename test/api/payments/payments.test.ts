import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPayment, type PaymentOrder } from '../../../src/agency/payments/open-payment.ts'
import { findPayment, type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { countOpenPayments, listOpenPayments } from '../../../src/agency/payments/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { query } from '../../support/database/database.ts'
import { anIntake } from '../../support/people/homeowner-intakes.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { sortedOtherwise } from '../../support/runs/sorted-by-language.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SETTLED = 'test_payment_settled'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    work: false,
    env: { AGENCY_NAME: 'Maple <b>Agency', PAYMENT_INSTRUCTIONS: 'By check to 1 Elm Street.\\nOr by wire.' },
  })
})
afterAll(() => service.stop())

const ordered = async (changes: Partial<PaymentOrder> = {}): Promise<PaymentOrder> => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  return {
    uid,
    purpose: 'first_premium',
    sandbox: false,
    amount_cents: 41_200,
    description: 'Canary coverage for a year',
    then_job: SETTLED,
    ...changes,
  }
}

const opened = async (changes: Partial<PaymentOrder> = {}): Promise<Payment> =>
  openPayment(service.app, await ordered(changes))

const jobsAbout = (payment: Payment) =>
  query<{ payload: object }>(
    service.databaseUrl,
    `select payload from graphile_worker._private_jobs as jobs
     join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where tasks.identifier = $1 and payload ->> 'payment_id' = $2`,
    [SETTLED, payment.payment_id],
  )

test('payments come in the order in which they were opened, also where the database sorts text by a language', async () => {
  const own = await serviceForThisTest({ work: false })
  const { app } = own
  await query(own.databaseUrl, 'alter table payments alter payment_id type text collate "en-x-icu"')
  const { uid } = await anIntake(own, { owner: 'opr_test' })
  const opened: string[] = []
  for (const now of sortedOtherwise(app.clock.now())) {
    const order = {
      uid,
      purpose: `premium/${opened.length}`,
      sandbox: false,
      amount_cents: 100,
      description: '',
    }
    opened.push((await openPayment({ ...app, clock: { now: () => now } }, order)).payment_id)
  }
  expect((await paymentsOf(app, uid)).map(({ payment_id }) => payment_id)).toEqual(opened)
})

const path = ({ url }: Payment): string => new URL(url).pathname

/** Without the header, where the language is switched. */
const mainOf = (page: string): string => page.slice(page.indexOf('<main'))

describe('a payment', () => {
  test('is opened also where PostgreSQL plans statements without their values', async () => {
    const order = await ordered()
    const { payment_id } = await transact(service.app, async inside => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(inside.db)
      return openPayment(inside, order)
    })
    expect(await findPayment(service.app, payment_id)).toMatchObject({ status: 'open', uid: order.uid })
  })

  test('is opened once for a purpose, however often and by however many it is asked for', async () => {
    const order = await ordered()
    const all = await Promise.all(Array.from({ length: 20 }, () => openPayment(service.app, order)))
    expect(new Set(all.map(({ payment_id, url }) => `${payment_id} ${url}`)).size).toBe(1)
    expect(all[0]).toMatchObject({
      payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{24}$/),
      status: 'open',
      amount_cents: 41_200,
      currency: 'USD',
      provider: 'invoice',
      reference: expect.stringMatching(/^INV-\d{4}-\d{4}$/),
      url: expect.stringMatching(new RegExp(`^${service.url}/pay/[0-9A-Za-z]{32}$`)),
    })
    const other = await openPayment(service.app, { ...order, purpose: 'second_premium' })
    expect(other.payment_id).not.toBe(all[0]?.payment_id)
  })

  test('over another amount replaces the open one; a paid one is never replaced', async () => {
    const order = await ordered()
    const first = await openPayment(service.app, order)
    const second = await openPayment(service.app, { ...order, amount_cents: 50_000 })
    expect(second).toMatchObject({ amount_cents: 50_000, status: 'open' })
    expect(await findPayment(service.app, first.payment_id)).toMatchObject({ status: 'void' })
    expect(await jobsAbout(first)).toEqual([])
    await settlePayment(service.app, second.payment_id, { by: 'staff:x', outcome: 'paid' })
    expect(await openPayment(service.app, { ...order, amount_cents: 60_000 })).toMatchObject({
      payment_id: second.payment_id,
      status: 'paid',
      amount_cents: 50_000,
    })
  })

  test('of twenty settlements at once one counts, and one job is told', async () => {
    const payment = await opened()
    const outcomes = ['paid', 'failed'] as const
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        settlePayment(service.app, payment.payment_id, {
          by: `staff:${at}`,
          outcome: outcomes[at % 2] ?? 'paid',
        }),
      ),
    )
    const winners = all.flatMap((one, at) => (one?.changed ? [at] : []))
    expect(winners).toHaveLength(1)
    const settled = await findPayment(service.app, payment.payment_id)
    expect(settled).toMatchObject({
      status: outcomes[Number(winners[0]) % 2],
      settled_by: `staff:${winners[0]}`,
    })
    expect(await jobsAbout(payment)).toEqual([
      { payload: { payment_id: payment.payment_id, intake_uid: payment.uid, outcome: settled?.status } },
    ])
  })

  test('that is settled in a transaction that fails stays open, and nobody is told', async () => {
    const payment = await opened()
    const failing = transact(service.app, async inside => {
      await settlePayment(inside, payment.payment_id, { by: 'staff:x', outcome: 'paid' })
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else')
    expect(await findPayment(service.app, payment.payment_id)).toMatchObject({ status: 'open' })
    expect(await jobsAbout(payment)).toEqual([])
  })

  test('that failed does not stand in the way of another try', async () => {
    const order = await ordered()
    const first = await openPayment(service.app, order)
    await settlePayment(service.app, first.payment_id, { by: 'staff:x', outcome: 'failed' })
    const second = await openPayment(service.app, order)
    expect(second).toMatchObject({ status: 'open' })
    expect(second.payment_id).not.toBe(first.payment_id)
  })

  test('that does not exist cannot be settled', async () => {
    expect(await settlePayment(service.app, 'pay_nothing', { by: 'x', outcome: 'paid' })).toBeNull()
    expect(await findPayment(service.app, 'pay_nothing')).toBeNull()
  })

  test('is kept without its link, its purpose in words or its reference in the clear', async () => {
    const payment = await opened()
    await settlePayment(service.app, payment.payment_id, {
      by: 'staff:x',
      outcome: 'paid',
      reference: 'Check 4711 of Ada Canary',
    })
    const [row] = await query<Record<string, unknown>>(
      service.databaseUrl,
      'select * from payments where payment_id = $1',
      [payment.payment_id],
    )
    const stored = Object.values(row ?? {})
      .map(value => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join(' ')
    for (const secret of ['Canary', path(payment).slice('/pay/'.length), payment.reference])
      expect(stored).not.toContain(secret)
  })

  test('waits for staff only when it is a live one', async () => {
    const before = await countOpenPayments(service.app.db)
    await opened({ sandbox: true })
    const live = await opened()
    expect(await countOpenPayments(service.app.db)).toBe(before + 1)
    expect((await listOpenPayments(service.app.db, { after: null, limit: 100 })).at(-1)?.payment_id).toBe(
      live.payment_id,
    )
  })
})

describe('the page behind a payment link', () => {
  test('shows the invoice and how to pay it, and offers nothing to press', async () => {
    const payment = await opened({ description: 'Cover <script>', amount_cents: 141_250 })
    const { status, text, headers } = await newVisitor(service.url).open(path(payment))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    for (const words of [
      '$1,412.50',
      'Cover &lt;script&gt;',
      payment.reference,
      'Maple &lt;b&gt;Agency',
      'By check to 1 Elm Street.',
      'Or by wire.',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('SANDBOX')
    const spanish = await newVisitor(service.url).open(`${path(payment)}?language=es`)
    expect(spanish.text).toContain('<p><span lang="en">Or by wire.</span></p>')
    expect(mainOf(text)).not.toMatch(/<form|<button/)
  })

  test('of a live payment cannot settle it', async () => {
    const visitor = newVisitor(service.url)
    const sandbox = await opened({ sandbox: true })
    const live = await opened()
    await visitor.open(path(sandbox))
    const answer = await visitor.send(path(live), { outcome: 'paid' })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Only the agency')
    expect(await findPayment(service.app, live.payment_id)).toMatchObject({ status: 'open' })
  })

  test.each([
    ['paid', 'This invoice is paid'],
    ['failed', 'did not go through'],
  ])('of the sandbox rehearses %s, once', async (outcome, words) => {
    const payment = await opened({ sandbox: true })
    const visitor = newVisitor(service.url)
    expect((await visitor.open(path(payment))).text).toContain('SANDBOX')
    const sent = await visitor.send(path(payment), { outcome })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe(path(payment))
    const after = await visitor.open(path(payment))
    expect(after.text).toContain(words)
    expect(mainOf(after.text)).not.toContain('<form')
    expect(await jobsAbout(payment)).toHaveLength(1)
  })

  test('takes no form from elsewhere and no outcome of its own', async () => {
    const payment = await opened({ sandbox: true })
    const visitor = newVisitor(service.url)
    await visitor.open(path(payment))
    const answers = [
      await visitor.send(path(payment), { outcome: 'paid' }, { headers: { origin: 'https://evil.example' } }),
      await visitor.send(path(payment), { outcome: 'paid', _csrf: 'guessed' }),
      await visitor.send(path(payment), { outcome: 'void' }),
      await visitor.send(path(payment), {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 400, 400])
    expect(await findPayment(service.app, payment.payment_id)).toMatchObject({ status: 'open' })
  })

  test('says when the invoice was replaced', async () => {
    const order = await ordered()
    const first = await openPayment(service.app, order)
    await openPayment(service.app, { ...order, amount_cents: 99_900 })
    const { text } = await newVisitor(service.url).open(path(first))
    expect(text).toContain('Do not pay this invoice')
    expect(text).not.toContain('Or by wire')
  })

  test('is not there for a link that was never made, and says where the right one is', async () => {
    const payment = await opened()
    for (const token of ['x', payment.payment_id, path(payment).slice('/pay/'.length, -1)]) {
      const { status, text } = await newVisitor(service.url).open(`/pay/${token}`)
      expect(status).toBe(404)
      expect(text).not.toContain('Invoice')
      expect(text).toContain('This payment link is incomplete or was never valid.')
    }
  })
})
