import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { isDay } from '../../line/fields/calendar.ts'
import { centsIn, usdCents } from '../../line/fields/money.ts'
import { installmentsOf } from '../../payments/installment-store.ts'
import { type Refund, refundsOf } from '../../payments/money-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../payments/payments.ts'
import { type Order, ordersOf } from '../../policies/orders.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { cancellationRefund, type PaidPart } from './cancellation.ts'

export type PaidPayment = { payment: Payment; origin: Payment; refunds: Refund[]; left_cents: number }

/** Who gives the money up: the carrier, the agency, or nobody because it was never owed. */
export type Bearer = { by: 'carrier'; carrier_id: string } | { by: 'agency' } | { by: 'nobody' }

export type RefundPlan = {
  parts: { payment: Payment; cents: number; cause: string }[]
  cents: number
  bearer: Bearer
  reason: Refund['reason']
  ends: { policy: Policy; on: string } | null
}

export const refundablePayments = async (app: App, uid: string): Promise<PaidPayment[]> => {
  const found: PaidPayment[] = []
  const all = await paymentsOf(app, uid)
  for (const payment of all.toReversed()) {
    if (payment.status !== 'paid' || payment.sandbox) continue
    const refunds = await refundsOf(app.db, payment.payment_id)
    const back = refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const left_cents = (payment.charged_cents ?? payment.amount_cents) - back
    found.push({ payment, origin: firstPaymentOf(payment, all), refunds, left_cents })
  }
  return found
}

const enteredCents = (form: URLSearchParams, name: string): number | null => {
  const text = (form.get(name) ?? '').trim()
  if (text === '') return null
  return (
    centsIn(text) || fail('invalid_request', { message: 'Enter an amount in dollars, for example 125.50.' })
  )
}

const causeOf = (policy_id: string, ...more: string[]): string => ['canceled', policy_id, ...more].join('/')

/** Older payments do not name their parts. An order that was billed by itself is not part of the hold it was sent on. */
export const coversOrder = (
  { parts, purpose }: Payment,
  { offer_id, order_id }: Order,
  all: readonly Payment[],
): boolean => {
  const isNamed = (one: { purpose: string }): boolean => one.purpose.includes(order_id)
  if (all.some(isNamed)) return isNamed({ purpose })
  return parts?.some(part => part.offer_id === offer_id) ?? false
}

const forPolicy = async (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> => {
  const policy =
    (await policiesOf(app, uid)).find(({ policy_id }) => policy_id === form.get('policy')) ??
    fail('invalid_request', { message: 'Choose a policy.' })
  const { policy_id, effective_date: from, expiration_date: to, annual_price, item } = policy
  const on = form.get('ends_on') ?? ''
  if (!isDay(on) || on < from || on > to)
    fail('invalid_request', { message: `Enter a day from ${from} to ${to}, as YYYY-MM-DD.` })
  const order =
    (await ordersOf(app, uid)).find(one => one.item === item && one.outcome === 'bound') ?? fail('not_found')
  const later = (await installmentsOf(app.db, uid)).filter(one => one.policy_id === policy_id)
  const all = await paymentsOf(app, uid)
  const payments = await refundablePayments(app, uid)
  const paid = payments.flatMap(({ payment, origin, left_cents }): PaidPart[] => {
    const { payment_id } = payment
    const installment = later.find(one => one.payment_id === origin.payment_id)
    if (installment) return [{ payment_id, cents: installment.amount_cents, left_cents }]
    const cents = order.terms.billing?.due_cents ?? 0
    return coversOrder(origin, order, all) ? [{ payment_id, cents, left_cents }] : []
  })
  const refunded_cents = payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ cause }) => cause.startsWith(causeOf(policy_id, '')))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const stated_cents = enteredCents(form, 'policy_amount')
  const premium_cents = annual_price * 100
  const most = paid.reduce((sum, { cents, left_cents }) => sum + Math.min(cents, left_cents), 0)
  const parts =
    cancellationRefund({ premium_cents, from, to, endsOn: on, paid, refunded_cents, stated_cents }) ??
    fail('invalid_request', { message: `At most ${usdCents(most)} can be refunded for this policy.` })
  return {
    parts: parts.map(({ payment_id, cents }) => ({
      payment: payments.find(({ payment }) => payment.payment_id === payment_id)?.payment as Payment,
      cents,
      cause: causeOf(policy_id, on, payment_id),
    })),
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
    bearer: { by: 'carrier', carrier_id: order.carrier_id },
    reason: 'canceled',
    ends: { policy, on },
  }
}

const NONCE = /^rfn_\w{8,40}$/

const forPayment = async (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> => {
  const { payment, left_cents } =
    (await refundablePayments(app, uid)).find(one => one.payment.payment_id === form.get('payment')) ??
    fail('invalid_request', { message: 'Choose a payment.' })
  const reason = form.get('why') === 'overpaid' ? 'overpaid' : 'agency'
  const cents = enteredCents(form, 'amount') ?? left_cents
  if (cents > left_cents)
    fail('invalid_request', { message: `At most ${usdCents(left_cents)} of this payment can be refunded.` })
  const nonce = form.get('nonce') ?? ''
  if (!NONCE.test(nonce)) fail('invalid_request', { message: 'Open the page again, then send the form.' })
  const cause = `staff/${payment.payment_id}/${nonce}`
  return {
    parts: cents > 0 ? [{ payment, cents, cause }] : [],
    cents,
    bearer: { by: reason === 'overpaid' ? 'nobody' : 'agency' },
    reason,
    ends: null,
  }
}

export const planRefund = (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> =>
  form.get('kind') === 'policy' ? forPolicy(app, uid, form) : forPayment(app, uid, form)
