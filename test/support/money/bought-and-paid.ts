import { type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { startRefund } from '../../../src/doors/desk/money/start-refund.ts'
import { isLockTimeout } from '../../../src/platform/db/database.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { Failure } from '../../../src/platform/errors.ts'
import { choosePayment } from '../../../src/products/homeowners/buying/payment.ts'
import type { dice } from '../database/tampering.ts'
import { completeIntake, quotesCall } from '../people/homeowner-applications.ts'
import { asHomeowner } from '../people/homeowner-in-portal.ts'
import { bindAnswers, completeHousehold, umbrellaCall, yes } from '../people/umbrella-applications.ts'
import { newVisitor } from '../people/visitor.ts'
import { scaled } from '../runs/scale.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'
import type { StripeServer } from './stripe-server.ts'

const PATIENCE_MS = scaled(120_000, 900_000)

export const HOME_CENTS = 148_000
export const UMBRELLA_CENTS = 38_000

export type Front = {
  service: TestService
  key: string
  stripe: StripeServer
  /** Email addresses whose orders the carriers refuse. */
  refused: Set<string>
}

type Dice = ReturnType<typeof dice>

export const planOf = (roll: Dice) => ({
  line: roll.one(['home', 'umbrella'] as const),
  method: roll.one(['card', 'card', 'bank'] as const),
  bank: roll.one(['succeeded', 'processing', 'failed'] as const),
  isRefused: roll.below(4) === 0,
  isDeclinedFirst: roll.below(4) === 0,
  isAbandoned: roll.below(10) === 0,
  /** The hold ends before it is used. */
  expires: roll.below(6) === 0,
  /** Otherwise only a webhook tells of the authorization. */
  comesBack: roll.below(2) === 0,
  afterwards: roll.one(['refund', 'dispute', 'nothing'] as const),
  refundCents: 1 + roll.below(UMBRELLA_CENTS),
  dispute: roll.one(['won', 'lost', 'needs_response'] as const),
})

export type Plan = ReturnType<typeof planOf>
export type Bought = { uid: string; plan: Plan; cents: number }

const patiently = <T>(look: () => Promise<T>): Promise<T> =>
  until(look, { withinMs: PATIENCE_MS, everyMs: 100 })

const payOn = async ({ service, stripe }: Front, plan: Plan, { page_url, payment_id }: Payment) => {
  const path = new URL(page_url).pathname
  stripe.books.bankOutcomes.set(payment_id, plan.bank)
  const visitor = newVisitor(service.url)
  await visitor.open(path)
  const hosted = (await visitor.send(path, { method: plan.method })).headers.get('location') ?? ''
  const press = (outcome: string) =>
    fetch(hosted, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })
  if (plan.isDeclinedFirst) await press('decline')
  if (plan.isAbandoned) return
  const back = (await press('pay')).headers.get('location') ?? ''
  if (plan.comesBack) await visitor.open(new URL(back).pathname + new URL(back).search)
}

const firstPayment = ({ service }: Front, uid: string) =>
  patiently(async () => (await paymentsOf(service.app, uid))[0] ?? null) as Promise<Payment>

const expire = async (front: Front, uid: string): Promise<void> => {
  const { refs } = await firstPayment(front, uid)
  if (refs.method === 'card' && refs.intent !== undefined) front.stripe.books.cancel(refs.intent)
}

/** The rows can be locked for a moment by what was killed. A person would press the button again. */
const insisting = async <T>(act: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await act()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
}

const settled = ({ service }: Front, uid: string) =>
  patiently(async () => {
    const orders = await ordersOf(service.app, uid)
    return orders.length > 0 && orders.every(({ settled_at }) => settled_at !== null)
  })

const buyHome = async (front: Front, plan: Plan): Promise<string> => {
  const { service, key, refused } = front
  const intake = completeIntake()
  if (plan.isRefused) refused.add(intake.email)
  const body = { intake, credit_check_authorized: true }
  const uid = String((await quotesCall(service.url, key, body)).body.uid)
  const homeowner = asHomeowner(service, uid)
  await patiently(async () => (await homeowner.view()).step === 'offers')
  await homeowner.selectBest()
  await homeowner.confirmAll()
  const [offer_id = ''] = (await homeowner.view()).signing?.payment.billings.map(one => one.offer_id) ?? []
  const payment = await transact(service.app, inside =>
    choosePayment(inside, homeowner.caller, [{ offer_id, plan_id: 'full' }]),
  )
  await payOn(front, plan, payment as Payment)
  if (plan.isAbandoned) {
    await insisting(() => homeowner.withdraw())
    return uid
  }
  await patiently(async () => (await firstPayment(front, uid)).status === 'authorized')
  if (plan.expires) await expire(front, uid)
  // A card whose hold is known to have ended cannot be signed with. The homeowner gives up.
  const signed = await insisting(() => homeowner.sign()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure && error.status === 409 && plan.expires) return false
      throw error
    },
  )
  if (signed) await settled(front, uid)
  else await insisting(() => homeowner.withdraw())
  return uid
}

const buyUmbrella = async (front: Front, plan: Plan): Promise<string> => {
  const { service, key, refused } = front
  const at = { url: service.url, key }
  const intake = completeHousehold(bindAnswers())
  if (plan.isRefused) refused.add(intake.email)
  const { uid, review_token } = (await umbrellaCall(at, 'draft', { intake, sandbox: false })).body
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  const comesTo = (...statuses: string[]) =>
    patiently(async () => {
      const { body } = await umbrellaCall(at, 'status', { uid })
      return statuses.includes(String(body.status)) ? body : null
    })
  const { offers } = (await comesTo('quoted')) as { offers: { selection_token: string }[] }
  const selection_token = offers[0]?.selection_token
  await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await comesTo('payment_needed')
  await payOn(front, plan, await firstPayment(front, String(uid)))
  if (plan.isAbandoned) return String(uid)
  if (plan.expires) await expire(front, String(uid))
  // A hold that ends before the order leaves the purchase where it was: it asks for payment again.
  if (!plan.expires) await settled(front, String(uid))
  return String(uid)
}

const afterwards = async (front: Front, plan: Plan, uid: string): Promise<void> => {
  const { service, stripe } = front
  if (plan.afterwards === 'nothing' || plan.expires) return
  const isSlow = plan.method === 'bank' && plan.bank === 'processing'
  await patiently(async () => {
    const { status } = await firstPayment(front, uid)
    return !['authorized', ...(isSlow ? [] : ['capturing'])].includes(status)
  })
  const paid = (await paymentsOf(service.app, uid)).find(({ status }) => status === 'paid')
  if (!paid) return
  if (plan.afterwards === 'dispute') {
    const dispute = stripe.books.dispute(paid.refs.intent ?? '', paid.charged_cents ?? 1)
    dispute.status = plan.dispute
    stripe.books.tell('charge.dispute.closed', dispute)
    return
  }
  const cents = String(plan.refundCents)
  const amount = (plan.refundCents / 100).toFixed(2)
  const form = new URLSearchParams({
    kind: 'payment',
    payment: paid.payment_id,
    amount,
    cents,
    why: 'agency',
    note: 'A test.',
    nonce: 'rfn_once_only',
  })
  await startRefund(service.app, { uid, actor: 'staff:test', note: 'A test.', form })
}

/** One purchase by a person who does not notice that the service dies now and then. */
export const buyAndPay = async (front: Front, plan: Plan): Promise<Bought> => {
  const isHome = plan.line === 'home'
  const uid = await (isHome ? buyHome : buyUmbrella)(front, plan)
  if (!plan.isAbandoned) await afterwards(front, plan, uid)
  return { uid, plan, cents: isHome ? HOME_CENTS : UMBRELLA_CENTS }
}
