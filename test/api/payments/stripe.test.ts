import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBalances, paymentBalances } from '../../../src/agency/ledger/store.ts'
import {
  commitHold,
  isAuthorized,
  keepRenewed,
  noteFailed,
  releaseHolds,
  takeHeld,
} from '../../../src/agency/payments/holds.ts'
import { disputesOf, refundsOf } from '../../../src/agency/payments/money-store.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import {
  findPayment,
  hostedOf,
  lockPayment,
  owedFor,
  type Payment,
  providerFacts,
} from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { compare } from '../../../src/agency/payments/reconcile.ts'
import { markRefundSent, refundDue, sendRefund } from '../../../src/agency/payments/refunds.ts'
import { syncPayment, watchHolds } from '../../../src/agency/payments/sync.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { DISPUTE_FEE } from '../../support/money/stripe-books.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { anIntake } from '../../support/people/homeowner-intakes.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  service = await startTestService({ work: false, env: { ...stripe.env, RATE_LIMITS: 'off' } })
})
afterAll(async () => {
  await service.stop()
  await stripe.close()
})
beforeEach(() => {
  Object.assign(stripe.books, {
    declines: false,
    bankOutcome: 'succeeded',
    refundOutcome: 'succeeded',
    booksLater: false,
    verifiesLater: false,
  })
  stripe.state.mishap = () => null
})

const CENTS = 148_050

const opened = async (amount_cents = CENTS): Promise<Payment> => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  return openPayment(service.app, {
    uid,
    purpose: 'premium',
    sandbox: false,
    amount_cents,
    description: 'Homeowners insurance of Far',
    return_url: `${service.url}/portal/sign`,
  })
}

const path = ({ page_url }: Payment) => new URL(page_url).pathname

/** As a browser would: our page, the provider's page, and back. */
const checkOut = async (payment: Payment, { method = 'card', outcome = 'pay' } = {}) => {
  const visitor = newVisitor(service.url)
  await visitor.open(path(payment))
  const sent = await visitor.send(path(payment), { method })
  const hosted = sent.headers.get('location') ?? ''
  expect(hosted).toMatch(new RegExp(`^${stripe.url}/checkout/cs_`))
  const done = await fetch(hosted, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome, number: '4242424242424242' }),
  })
  const back = done.headers.get('location') ?? ''
  return back.startsWith('http') ? visitor.open(new URL(back).pathname + new URL(back).search) : null
}

const authorized = async (method = 'card'): Promise<Payment> => {
  const payment = await opened()
  await checkOut(payment, { method })
  return (await findPayment(service.app, payment.payment_id)) as Payment
}

const reread = async ({ payment_id }: Payment) => (await findPayment(service.app, payment_id)) as Payment

const intentOf = ({ refs }: Payment) => stripe.books.intent(refs.intent ?? '')

const taken = async (payment: Payment, cents = CENTS): Promise<Payment> => {
  await transact(service.app, inside => takeHeld(inside, payment, cents))
  await syncPayment(service.app, payment.payment_id)
  return reread(payment)
}

const balances = async ({ payment_id }: Payment) =>
  Object.fromEntries(
    Object.entries(await paymentBalances(service.app.db, payment_id)).filter(([, cents]) => cents !== 0),
  )

test('what is too little to charge is an invoice that says how to pay it', async () => {
  const [little, least] = [await opened(49), await opened(50)]
  expect([little.provider, least.provider]).toEqual(['invoice', 'stripe'])
  const { text } = await newVisitor(service.url).open(path(little))
  expect(text).toContain(`Write <strong>${little.reference}</strong> on the check or transfer`)
  expect(text).not.toContain('Pay by card')
})

describe('a card', () => {
  test('is authorized on the provider’s page and charged only when told, for what was bound, once', async () => {
    const payment = await opened()
    const page = await checkOut(payment)
    expect(page?.text).toContain('Authorized')
    expect(page?.text).toContain('/portal/sign')
    const held = await reread(payment)
    expect(held).toMatchObject({ status: 'authorized', method: 'card' })
    expect(intentOf(held)).toMatchObject({ status: 'requires_capture', amount: CENTS, amount_received: 0 })
    expect(await balances(held)).toEqual({})

    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        transact(service.app, inside => takeHeld(inside, held, 100_000)).then(() =>
          syncPayment(service.app, held.payment_id),
        ),
      ),
    )
    expect(all.at(-1)?.status).toBe('paid')
    expect(intentOf(await reread(held))).toMatchObject({ status: 'succeeded', amount_received: 100_000 })
    const fee = 100_000 * 0.029 + 30
    expect(await balances(held)).toEqual({ received: 100_000 - fee, fees: fee, receivable: -100_000 })
  })

  test('is paid before the provider states its fee, which is posted once it is known', async () => {
    stripe.books.booksLater = true
    const paid = await taken(await authorized())
    expect(paid).toMatchObject({ status: 'paid' })
    expect(await balances(paid)).toEqual({ received: CENTS, receivable: -CENTS })
    stripe.books.book(intentOf(paid))
    await Promise.all([1, 2].map(() => syncPayment(service.app, paid.payment_id)))
    const fee = Math.round(CENTS * 0.029) + 30
    expect(await balances(paid)).toEqual({ received: CENTS - fee, fees: fee, receivable: -CENTS })
    expect(await compare(service.app, paid)).toMatchObject([{ kind: 'charged_for_nothing' }])
  })

  test('is not held for what staff recorded as paid by check', async () => {
    const payment = await opened()
    const visitor = newVisitor(service.url)
    await visitor.open(path(payment))
    const hosted = (await visitor.send(path(payment), { method: 'card' })).headers.get('location') ?? ''
    const pay = () =>
      fetch(hosted, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) })
    await pay()
    const intents = () =>
      [...stripe.books.intents.values()].filter(one => one.metadata.payment_id === payment.payment_id)
    expect(intents()).toMatchObject([{ status: 'requires_capture' }])
    const check = { by: 'staff:x', outcome: 'paid', reference: 'chk 7' } as const
    await settlePayment(service.app, payment.payment_id, check)
    await syncPayment(service.app, payment.payment_id)
    expect(intents()).toMatchObject([{ status: 'canceled' }])
    expect(await reread(payment)).toMatchObject({ status: 'paid', settled_by: 'staff:x' })
  })

  test('is asked for on one page only, also when two begin at once, and on none when the purchase ends meanwhile', async () => {
    const sessionsOf = ({ payment_id }: Payment) =>
      [...stripe.books.sessions.values()].filter(({ metadata }) => metadata.payment_id === payment_id)
    const visitor = newVisitor(service.url)
    /** Until the provider has made them, nobody can keep their numbers. */
    const begun = async (payment: Payment, methods: readonly string[], isOver: boolean) => {
      await visitor.open(path(payment))
      const { sent } = await transact(service.app, async inside => {
        await lockPayment(inside, payment.payment_id)
        const sent = methods.map(method => visitor.send(path(payment), { method }))
        await until(() => sessionsOf(payment).length === methods.length)
        if (isOver) await releaseHolds(inside, payment.uid)
        return { sent }
      })
      const locations = (await Promise.all(sent)).map(({ location }) => location)
      return { locations, open: sessionsOf(payment).filter(({ status }) => status === 'open') }
    }
    const payment = await opened()
    const { locations, open } = await begun(payment, ['card', 'bank'], false)
    const { refs } = await reread(payment)
    expect(open).toMatchObject([{ id: refs.session }])
    expect(locations.toSorted()).toEqual([path(payment), open[0]?.url])

    const ended = await opened()
    expect(await begun(ended, ['card'], true)).toEqual({ locations: [path(ended)], open: [] })
  })

  test('leads to the provider’s page also when the button is pressed twice and the first call is under way', async () => {
    const payment = await opened()
    const visitor = newVisitor(service.url)
    await visitor.open(path(payment))
    let isFirst = true
    stripe.state.mishap = ({ method, path: at }) => {
      const mishap = method === 'POST' && at === '/v1/checkout/sessions' && isFirst ? 'in_use' : null
      if (mishap) isFirst = false
      return mishap
    }
    const { location } = await visitor.send(path(payment), { method: 'card' })
    expect(isFirst).toBe(false)
    expect(location).toBe(stripe.books.session((await reread(payment)).refs.session ?? '').url)
  })

  test('whose payer comes back while the provider does not answer, or charges it already, shows no error and no second way to pay', async () => {
    const payment = await opened()
    stripe.state.mishap = ({ method }) => (method === 'GET' ? 'lost' : null)
    const page = await checkOut(payment)
    expect(page?.status).toBe(200)
    expect(page?.text).toContain('We can’t see your payment at Stripe yet.')
    expect(page?.text).not.toContain('Pay by card')

    stripe.state.mishap = () => null
    const { uid } = payment
    const order = { uid, sandbox: false, description: 'x', amount_cents: 5_000 }
    const owed = await openPayment(service.app, { ...order, purpose: owedFor('ord_2') })
    // A webhook came first, and its job charges the card at this moment.
    stripe.state.mishap = ({ path: at }) => (at.endsWith('/capture') ? 'in_use' : null)
    const charging = await checkOut(owed)
    expect(charging?.status).toBe(200)
    expect(charging?.text).toContain('Your payment is being processed.')
  })

  test('that is declined on the provider’s page can be tried again there', async () => {
    const payment = await opened()
    await checkOut(payment, { outcome: 'decline' })
    expect(await syncPayment(service.app, payment.payment_id)).toMatchObject({ status: 'open' })
    await checkOut(payment)
    expect(await reread(payment)).toMatchObject({ status: 'authorized' })
    expect((await reread(payment)).refs.sessions).toBe(1)
  })

  test('keeps its hold while an order rests on it, also past its end; otherwise the hold is let go', async () => {
    const kept = await authorized()
    const idle = await authorized()
    await transact(service.app, inside => commitHold(inside, kept))
    for (let day = 0; day < 16; day++) {
      service.pass(DAY)
      await runJob(service, watchHolds)
    }
    const renewed = await reread(kept)
    expect(renewed).toMatchObject({ status: 'authorized' })
    expect(renewed.refs.replaced?.length).toBe(2)
    expect(renewed.refs.replaced?.map(id => stripe.books.intent(id).status)).toEqual(['canceled', 'canceled'])
    expect(await reread(idle)).toMatchObject({ status: 'failed' })
    expect(intentOf(idle).status).toBe('canceled')
    expect(await taken(renewed)).toMatchObject({ status: 'paid', charged_cents: CENTS })
  })

  test('has its new hold on record before the old one is released, so that no crash and no second run loses it', async () => {
    const held = await authorized()
    await transact(service.app, inside => commitHold(inside, held))
    service.pass(6.5 * DAY)
    stripe.state.mishap = ({ path: at }) => (at.endsWith('/cancel') ? 'done_and_lost' : null)
    await expect(syncPayment(service.app, held.payment_id)).rejects.toThrow()
    stripe.state.mishap = () => null
    expect(intentOf(held).status).toBe('canceled')
    // Another run had read the payment before, and sees the old hold end.
    await transact(service.app, inside => noteFailed(inside, held))
    await syncPayment(service.app, held.payment_id)
    const renewed = await reread(held)
    expect(renewed).toMatchObject({ status: 'authorized', refs: { replaced: [held.refs.intent] } })
    expect(intentOf(renewed).status).toBe('requires_capture')
  })

  test('that was renewed can be used for as long as its new hold lasts', async () => {
    const held = await authorized()
    await transact(service.app, inside => commitHold(inside, held))
    service.pass(6.5 * DAY)
    await syncPayment(service.app, held.payment_id)
    service.pass(DAY)
    expect(isAuthorized(await reread(held), service.app.clock.now())).toBe(true)
  })

  test('whose policy is bound while its hold is renewed is charged on the hold that is on record', async () => {
    const held = await authorized()
    await transact(service.app, inside => commitHold(inside, held))
    service.pass(6.5 * DAY)
    const facts = providerFacts(held)
    const renewed = await hostedOf(held)?.renew(service.app, facts)
    await transact(service.app, inside => takeHeld(inside, held, CENTS))
    const kept = await transact(service.app, inside =>
      keepRenewed(inside, held, renewed ?? { refs: {}, authorized_until: null }),
    )
    expect(kept).toMatchObject({ status: 'capturing', refs: { intent: held.refs.intent } })
    expect(await syncPayment(service.app, held.payment_id)).toMatchObject({ status: 'paid' })
    expect(intentOf(held)).toMatchObject({ status: 'succeeded', amount_received: CENTS })
  })

  test('that is refused when its hold is renewed fails only at the end of the hold', async () => {
    const held = await authorized()
    await transact(service.app, inside => commitHold(inside, held))
    stripe.books.declines = true
    service.pass(6.5 * DAY)
    await syncPayment(service.app, held.payment_id)
    expect(await reread(held)).toMatchObject({ status: 'authorized' })
    service.pass(DAY)
    await syncPayment(service.app, held.payment_id)
    expect(await reread(held)).toMatchObject({ status: 'failed' })
  })

  test('is released for another price and for a withdrawn application, and nothing is charged', async () => {
    const held = await authorized()
    const order = { uid: held.uid, purpose: 'premium', sandbox: false, description: 'x' }
    const other = await openPayment(service.app, { ...order, amount_cents: CENTS + 1 })
    await syncPayment(service.app, held.payment_id)
    expect(await reread(held)).toMatchObject({ status: 'void' })
    expect(intentOf(held).status).toBe('canceled')
    await checkOut(other)
    const owed = await openPayment(service.app, { ...order, purpose: owedFor('ord_1'), amount_cents: 5 })
    await transact(service.app, inside => releaseHolds(inside, held.uid))
    expect(await reread(owed)).toMatchObject({ status: 'open' })
    await syncPayment(service.app, other.payment_id)
    expect(intentOf(await reread(other)).status).toBe('canceled')
    expect(await balances(held)).toEqual({})
  })
})

describe('a bank account', () => {
  test('is debited once the policy is bound, and the payment waits until the bank has paid', async () => {
    const held = await authorized('bank')
    expect(held).toMatchObject({ status: 'authorized', method: 'bank', authorized_until: null })
    stripe.books.bankOutcome = 'processing'
    const charging = await taken(held)
    expect(charging).toMatchObject({ status: 'capturing' })
    stripe.books.receive(intentOf(charging), CENTS)
    await syncPayment(service.app, held.payment_id)
    expect(await reread(held)).toMatchObject({ status: 'paid' })
  })

  test('that is verified with small deposits is authorized days later, and let go also if the purchase ended by then', async () => {
    stripe.books.verifiesLater = true
    const [payment, ended] = [await opened(), await opened()]
    const page = await checkOut(payment, { method: 'bank' })
    expect(page?.text).toContain('If Stripe has to verify it, follow the steps in its email.')
    await checkOut(ended, { method: 'bank' })
    await transact(service.app, inside => releaseHolds(inside, ended.uid))
    expect(await syncPayment(service.app, ended.payment_id)).toMatchObject({ status: 'void' })
    const setups = [payment, ended].map(({ payment_id }) =>
      [...stripe.books.setups.values()].find(
        ({ metadata }) => (metadata as Record<string, string>).payment_id === payment_id,
      ),
    )
    for (const setup of setups) Object.assign(setup ?? {}, { status: 'succeeded' })
    expect(await syncPayment(service.app, payment.payment_id)).toMatchObject({ status: 'authorized' })
    expect(await syncPayment(service.app, ended.payment_id)).toMatchObject({ status: 'void' })
    expect(setups.map(setup => stripe.books.isAttached(String(setup?.payment_method)))).toEqual([true, false])
  })

  test('that cannot pay leaves the amount owed', async () => {
    const held = await authorized('bank')
    stripe.books.bankOutcome = 'failed'
    expect(await taken(held)).toMatchObject({ status: 'failed' })
    expect(await balances(held)).toEqual({})
  })

  test('whose debits were forbidden meanwhile fails at once, and is not asked for days', async () => {
    const held = await authorized('bank')
    stripe.books.bankOutcome = 'revoked'
    expect(await taken(held)).toMatchObject({ status: 'failed' })
  })

  test('that takes the money back later leaves it owed again', async () => {
    const paid = await taken(await authorized('bank'))
    stripe.books.dispute(paid.refs.intent ?? '', CENTS, 'lost')
    await syncPayment(service.app, paid.payment_id)
    const { received = 0, fees = 0, ...rest } = await balances(paid)
    expect(received + fees).toBe(0)
    expect(rest).toEqual({})
  })
})

describe('a refund', () => {
  const refunded = async (payment: Payment, cents: number) => {
    const refund = await transact(service.app, inside =>
      refundDue(inside, payment, { cents, cause: `test/${payment.payment_id}/${cents}`, reason: 'agency' }),
    )
    const refund_id = refund?.refund_id ?? ''
    const run = () =>
      sendRefund.run(
        service.app,
        { refund_id },
        {
          attempt: 1,
          lastAttempt: false,
          signal: new AbortController().signal,
        },
      )
    return { refund_id, run }
  }

  test('is sent once, also when the answer is lost', async () => {
    const paid = await taken(await authorized())
    const { run } = await refunded(paid, 5_000)
    stripe.state.mishap = ({ path: at }) => (at === '/v1/refunds' ? 'done_and_lost' : null)
    await expect(run()).rejects.toThrow()
    stripe.state.mishap = () => null
    await run()
    await run()
    expect(stripe.books.refunds.filter(one => one.payment_intent === paid.refs.intent)).toMatchObject([
      { amount: 5_000 },
    ])
    expect(await refundsOf(service.app.db, paid.payment_id)).toMatchObject([{ status: 'sent' }])
    expect((await balances(paid)).refunds).toBeUndefined()
  })

  test('whose answer was lost is not sent again a day later, nor by staff while the provider is sending it', async () => {
    const paid = await taken(await authorized())
    const { refund_id, run } = await refunded(paid, 6_000)
    stripe.books.refundOutcome = 'pending'
    stripe.state.mishap = ({ method, path: at }) =>
      method === 'POST' && at === '/v1/refunds' ? 'done_and_lost' : null
    await expect(run()).rejects.toThrow()
    stripe.state.mishap = () => null
    await syncPayment(service.app, paid.payment_id)
    const byHand = { by: 'staff:x', reference: 'chk 8' }
    expect(await transact(service.app, inside => markRefundSent(inside, refund_id, byHand))).toBeNull()
    service.pass(1.5 * DAY)
    await run()
    expect(stripe.books.refunds.filter(one => one.payment_intent === paid.refs.intent)).toMatchObject([
      { amount: 6_000, metadata: { refund_id } },
    ])
  })

  test('that the bank returns later is owed again', async () => {
    const paid = await taken(await authorized())
    const { run } = await refunded(paid, 7_000)
    await run()
    const made = stripe.books.refunds.find(one => one.payment_intent === paid.refs.intent)
    Object.assign(made ?? {}, { status: 'failed' })
    await syncPayment(service.app, paid.payment_id)
    expect(await refundsOf(service.app.db, paid.payment_id)).toMatchObject([{ status: 'failed' }])
    expect((await balances(paid)).refunds).toBe(-7_000)
  })
})

describe('a dispute', () => {
  test('takes the money out and costs a fee, and a won one brings the money back, without touching another', async () => {
    const paid = await taken(await authorized())
    const before = await balances(paid)
    const dispute = stripe.books.dispute(paid.refs.intent ?? '', CENTS)
    const other = await taken(await authorized())
    stripe.books.dispute(other.refs.intent ?? '', CENTS)
    await syncPayment(service.app, paid.payment_id)
    await syncPayment(service.app, paid.payment_id)
    await syncPayment(service.app, other.payment_id)
    expect((await balances(paid)).disputed).toBe(CENTS)
    dispute.status = 'won'
    await syncPayment(service.app, paid.payment_id)
    const { received = 0, fees = 0 } = before
    expect(await balances(paid)).toEqual({
      ...before,
      received: received - DISPUTE_FEE,
      fees: fees + DISPUTE_FEE,
    })
    expect(await disputesOf(service.app.db, other.payment_id)).toMatchObject([{ status: 'open' }])
    expect((await balances(other)).disputed).toBe(CENTS)
  })

  test('that was lost and is won on appeal brings the money back', async () => {
    const paid = await taken(await authorized())
    const dispute = stripe.books.dispute(paid.refs.intent ?? '', CENTS)
    const fees = Math.round(CENTS * 0.029) + 30 + DISPUTE_FEE
    for (const status of ['lost', 'appeal_needs_response', 'appeal_under_review']) {
      dispute.status = status
      await syncPayment(service.app, paid.payment_id)
      expect(await disputesOf(service.app.db, paid.payment_id)).toMatchObject([{ status: 'lost' }])
      expect(await balances(paid)).toEqual({ received: -fees, fees })
      expect(await compare(service.app, paid)).toEqual([])
    }
    dispute.status = 'won'
    await syncPayment(service.app, paid.payment_id)
    await syncPayment(service.app, paid.payment_id)
    expect(await balances(paid)).toEqual({ received: CENTS - fees, fees, receivable: -CENTS })
    expect(await disputesOf(service.app.db, paid.payment_id)).toMatchObject([{ status: 'won' }])
  })
})

describe('a webhook', () => {
  const jobsFor = ({ payment_id }: Payment) =>
    query(
      service.databaseUrl,
      `select 1 from graphile_worker._private_jobs where payload ->> 'payment_id' = $1`,
      [payment_id],
    )

  test('is only a hint: what it claims is not believed, and the provider is asked instead', async () => {
    const payment = await opened()
    const claim = {
      id: 'pi_x',
      object: 'payment_intent',
      status: 'succeeded',
      metadata: { payment_id: payment.payment_id },
    }
    const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: claim } }
    const answers = [await stripe.send(service.url, event), await stripe.send(service.url, event)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await jobsFor(payment)).length).toBe(2)
    await syncPayment(service.app, payment.payment_id)
    expect(await reread(payment)).toMatchObject({ status: 'open' })
    expect(await balances(payment)).toEqual({})
  })

  test('that is signed and says nothing is ignored, and one without an id or a type is 400', async () => {
    const said = async (event: object) => (await stripe.send(service.url, event)).status
    for (const data of [{}, { data: null }, { data: {} }, { data: { object: null } }])
      expect(await said({ id: `evt_${JSON.stringify(data)}`, object: 'event', type: 'x', ...data })).toBe(200)
    expect(await said({ object: 'event', data: {} })).toBe(400)
  })

  test('with a wrong signature is refused and does nothing', async () => {
    const payment = await opened()
    const event = {
      id: 'evt_2',
      object: 'event',
      data: { object: { metadata: { payment_id: payment.payment_id } } },
    }
    expect((await stripe.send(service.url, event, 'whsec_of_somebody_else')).status).toBe(400)
    expect(await jobsFor(payment)).toEqual([])
  })
})

test('every call that changes something names what it is for, and all books sum to zero', async () => {
  const changing = stripe.calls.filter(({ method, path: at }) => method === 'POST' && !at.endsWith('/expire'))
  expect(changing.length).toBeGreaterThan(20)
  expect(changing.filter(({ key }) => !key || key.startsWith('stripe-node-retry'))).toEqual([])
  const all = Object.values(await ledgerBalances(service.app.db))
  expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
})
