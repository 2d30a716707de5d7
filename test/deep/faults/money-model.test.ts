import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerBalances } from '../../../src/agency/ledger/store.ts'
import { refundsOf } from '../../../src/agency/payments/money-store.ts'
import { findPayment, type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { reconcile } from '../../../src/agency/payments/reconcile.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { dice } from '../../support/database/tampering.ts'
import { deliverAll, type Journey, runJobs, travel, type World } from '../../support/money/money-journey.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { mailbox } from '../../support/people/client.ts'
import { scaled, seed } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const JOURNEYS = scaled(20, 200)

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

/** The provider recovers, banks make up their minds, and every job runs. */
const comeToRest = async (world: World): Promise<void> => {
  stripe.state.mishap = () => null
  stripe.books.declines = false
  stripe.books.refundOutcome = 'succeeded'
  for (let round = 0; round < 3; round++) {
    for (const intent of stripe.books.intents.values())
      if (intent.status === 'processing') stripe.books.receive(intent, intent.amount)
    for (const refund of stripe.books.refunds) if (refund.status === 'pending') refund.status = 'succeeded'
    await deliverAll(world)
    expect(await runJobs(world, 30)).toBe(0)
  }
}

const intentsOf = ({ payment_id }: Payment) =>
  [...stripe.books.intents.values()].filter(({ metadata }) => metadata.payment_id === payment_id)

const check = async ({ uid, email, payment: { payment_id }, boundCents, signed }: Journey): Promise<void> => {
  const payment = (await findPayment(service.app, payment_id)) as Payment
  const intents = intentsOf(payment)
  const captured = intents.reduce((sum, { amount_received }) => sum + amount_received, 0)
  const told = (await mailbox(service.url, email)).map(({ subject }) => subject)
  const count = (subject: string) => told.filter(one => one === subject).length

  const charged = payment.status === 'paid' ? (payment.charged_cents ?? 0) : 0
  expect(captured).toBe(charged)
  expect(charged).toBeLessThanOrEqual(boundCents)
  if (!signed || boundCents === 0) expect(['open', 'void', 'failed']).toContain(payment.status)
  expect(intents.filter(({ status }) => status === 'requires_capture')).toEqual([])
  expect(count('We received your payment')).toBe(payment.status === 'paid' ? 1 : 0)

  const owed = (await paymentsOf(service.app, uid)).filter(one => one.payment_id !== payment_id)
  expect(owed.map(({ status }) => status)).toEqual(owed.map(() => 'open'))
  expect(owed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(boundCents - charged)
  expect(count('Your payment did not go through')).toBe(
    owed.filter(({ purpose }) => purpose === `owed/${payment_id}`).length,
  )
  const refunds = await refundsOf(service.app.db, payment_id)
  expect(refunds.filter(({ reason }) => reason === 'blocked')).toEqual([])
  for (const { status } of refunds) expect(['sent', 'failed']).toContain(status)
}

test(`in ${JOURNEYS} journeys with crashes, declined cards, expired holds, returned debits, disputes and doubled webhooks, money and policies agree`, async () => {
  const begin = seed()
  const world: World = { service, stripe, roll: dice(begin) }
  const journeys: Journey[] = []
  for (let number = 0; number < JOURNEYS; number++) journeys.push(await travel(world))
  await comeToRest(world)
  service.pass(9 * DAY)
  expect(
    (await reconcile(service.app)).map(({ difference_id }) => difference_id),
    `SEED=${begin}`,
  ).toEqual([])
  await comeToRest(world)
  for (const journey of journeys)
    await check(journey).catch((error: Error) => {
      throw new Error(`SEED=${begin}, ${journey.payment.payment_id}: ${error.message}`)
    })
  const all = Object.values(await ledgerBalances(service.app.db))
  expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
  expect(journeys.some(({ boundCents }) => boundCents > 0)).toBe(true)
}, 1_800_000)
