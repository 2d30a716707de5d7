import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfPolicy } from '../../../src/agency/ledger/store.ts'
import { refundsOf } from '../../../src/agency/payments/money-store.ts'
import { paymentsOf } from '../../../src/agency/payments/payments.ts'
import { orderOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { limitIn, versionOn } from '../../../src/agency/policies/versions.ts'
import { takeEvent } from '../../../src/doors/markets/take-event.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { askAboutPolicy, wantedFrom } from '../../../src/products/line/aftersale/policy-requests.ts'
import { lines } from '../../../src/products/lines.ts'
import { type CarrierServer, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { paidHome, subjects } from '../../support/money/paying.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const PREMIUM = 148_000

let carrier: CarrierServer
let stripe: StripeServer
let service: TestService
beforeAll(async () => {
  const full = { plan_id: 'full', label: 'Pay in full', due_now_cents: PREMIUM, installments: [] }
  carrier = await startCarrier(0, quote_number =>
    homeOffer({ quote_number, bill_to: ['insured'], payment_plans: [{ ...full, total_cents: PREMIUM }] }),
  )
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  const env = {
    ...stripe.env,
    RATE_LIMITS: 'off',
    EMAIL_LIMITS: 'off',
    DEMO_CARRIERS: 'off',
    AGENCY_NAME: 'Elm Agency',
    CARRIERS_FILE: carriersFile([{ id: 'far', url: carrier.url, commission_pct: 10 }], afterAll),
  }
  service = await startTestService({ env })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([carrier.close(), stripe.close()])
})

test('what the carrier states changes the policy and moves its premium once, however often it says so', async () => {
  const { app } = service
  const { uid, email, paid } = await paidHome(service, 'full')
  const policyNow = async () => {
    const [policy] = await policiesOf(app, uid)
    if (!policy) throw new Error('there is no policy')
    return policy
  }
  const before = await policyNow()
  const order = await orderOf(app, before)
  if (!order) throw new Error('there is no order')
  const from = plusDays(before.effective_date, 30)
  const endorsed = (limit: number, premium_change_cents: number) => ({
    type: 'policy.endorsed' as const,
    timestamp: app.clock.now().toISOString(),
    data: {
      request_id: order.order_id,
      kind: 'coverage',
      change: { limits: { dwelling_coverage: limit } },
      effective_date: from,
      annual_price: before.annual_price + 200,
      premium_change_cents,
    },
  })
  const send = (event_id: string, event: ReturnType<typeof endorsed>) =>
    takeEvent(app, { carrier_id: order.carrier_id, event_id, event, body: JSON.stringify(event) }, 'noted')
  const wanted = wantedFrom(app, before, {
    kind: 'coverage',
    change: { limits: { dwelling_coverage: 777_000 } },
  })
  const asking = { line: lines.homeowners, asked_by: 'insured', actor: 'homeowner' } as const
  await transact(app, inside => askAboutPolicy(inside, before, wanted, asking))

  expect(await send('evt_1', endorsed(777_000, 18_000))).toEqual({ taken: true, repeated: false })
  expect(await send('evt_1', endorsed(777_000, 18_000))).toEqual({ taken: true, repeated: true })
  expect(await send('evt_2', endorsed(777_000, 18_000))).toEqual({ taken: true, repeated: true })
  const after = await policyNow()
  const { terms } = versionOn(after.versions, from)
  expect(limitIn(terms, 'dwelling_coverage')).toBe(777_000)
  expect(terms.price_cents).toBe((before.annual_price + 200) * 100)
  expect(after.requests).toMatchObject([{ kind: 'coverage', status: 'done' }])
  const posted = async (name: string) =>
    (await linesOfPolicy(app.db, before.policy_id))
      .filter(({ event }) => event === name)
      .map(({ account, amount_cents }) => [account, amount_cents])
  expect(await posted('installment_billed')).toEqual([
    ['receivable', 18_000],
    ['payable_to_carrier', -16_200],
    ['commission', -1_800],
  ])
  const invoices = (await paymentsOf(app, uid)).filter(({ amount_cents }) => amount_cents === 18_000)
  expect(invoices).toMatchObject([{ status: 'open' }])
  const told = (await subjects(service, email)).filter(one => one === 'Your policy was changed as requested')
  expect(told).toHaveLength(1)

  expect(await send('evt_3', endorsed(700_000, -5_000))).toEqual({ taken: true, repeated: false })
  expect(await refundsOf(app.db, paid.payment_id)).toMatchObject([{ amount_cents: 5_000, reason: 'changed' }])
  expect(await posted('premium_returned')).toEqual([
    ['receivable', -5_000],
    ['payable_to_carrier', 4_500],
    ['commission', 500],
  ])
  expect(await subjects(service, email)).toContain('Your policy was changed')
  const late = { ...endorsed(1, 1), data: { ...endorsed(1, 1).data, effective_date: plusDays(from, 900) } }
  expect(await send('evt_4', late)).toMatchObject({ taken: false, because: 'invalid_answer' })
})
