import type { Refunded } from '../../../agency/payments/installments.ts'
import { type Refund, refundsOf } from '../../../agency/payments/money-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import { leftToRefund } from '../../../agency/payments/refunds.ts'
import type { PolicyEnd } from '../../../agency/policies/life/policy-end.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { centsIn, usdCents } from '../../../platform/values/money.ts'
import type { Recipient } from '../../../products/line/aftersale/end-policy.ts'

export type PaidPayment = { payment: Payment; origin: Payment; refunds: Refund[]; left_cents: number }

export type Bearer = { by: 'carrier'; carrier_id: string } | { by: 'agency' } | { by: 'nobody' }

export type RefundPlan = {
  /** `period`: the first day of a renewed one, else null. `premium_cents`: what of `cents` earned commission. */
  parts: { payment: Payment; cents: number; premium_cents: number; cause: string; period: string | null }[]
  cents: number
  fees_cents: number
  bearer: Bearer
  reason: Refund['reason']
  ends: {
    policy: Policy
    on: string
    by: PolicyEnd['end_reason']
    refundLater: boolean
    recipient: Recipient
  } | null
  keeps: { policy: Policy; order: Order; then_job: string | null; refunded: readonly Refunded[] } | null
}

export const refundablePayments = async (app: App, uid: string): Promise<PaidPayment[]> => {
  const found: PaidPayment[] = []
  const all = await paymentsOf(app, uid)
  for (const payment of all.toReversed()) {
    if (payment.status !== 'paid' || payment.sandbox) continue
    const refunds = await refundsOf(app.db, payment.payment_id)
    const charged_cents = payment.charged_cents ?? payment.amount_cents
    const left_cents = Math.max(0, await leftToRefund(app, { ...payment, charged_cents }, refunds))
    found.push({ payment, origin: firstPaymentOf(payment, all), refunds, left_cents })
  }
  return found
}

export const enteredCents = (form: URLSearchParams, name: string): number | null => {
  const text = (form.get(name) ?? '').trim()
  if (text === '') return null
  return (
    centsIn(text) || fail('invalid_request', { message: 'Enter an amount in dollars, for example 125.50.' })
  )
}

const NONCE = /^rfn_\w{8,40}$/

export const refundOfPayment = async (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> => {
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
    parts: cents > 0 ? [{ payment, cents, premium_cents: cents, cause, period: null }] : [],
    cents,
    fees_cents: 0,
    bearer: { by: reason === 'overpaid' ? 'nobody' : 'agency' },
    reason,
    ends: null,
    keeps: null,
  }
}
