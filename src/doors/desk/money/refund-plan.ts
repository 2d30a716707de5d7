import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import type { Refunded } from '../../../agency/payments/installments.ts'
import { type Refund, refundsOf } from '../../../agency/payments/money-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import { leftToRefund } from '../../../agency/payments/refunds.ts'
import type { PolicyEnd } from '../../../agency/policies/life/policy-end.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { cents as amountOf, choice } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { usdCents } from '../../../platform/values/money.ts'
import type { Recipient } from '../../../products/line/aftersale/end-policy.ts'
import { why } from '../parts/form.ts'

export type PaidPayment = { payment: Payment; origin: Payment; refunds: Refund[]; left_cents: number }

export type Bearer = { by: 'carrier'; carrier_id: string } | { by: 'agency' } | { by: 'nobody' }

export type RefundPlan = {
  /** `period`: the first day of a renewed one, else null. `premium_cents`: what of `cents` earned commission. */
  parts: { payment: Payment; cents: number; premium_cents: number; cause: string; period: string | null }[]
  cents: number
  fees_cents: number
  /** Taken off the first invoice, which is not paid. */
  unpaid: { cents: number; turn: string }
  bearer: Bearer
  reason: Refund['reason']
  ends: {
    policy: Policy
    on: string
    by: PolicyEnd['end_reason']
    refundLater: boolean
    recipient: Recipient
  } | null
  keeps: {
    policy: Policy
    order: Order | null
    then_job: string | null
    refunded: readonly Refunded[]
  } | null
}

export const NOTHING_UNPAID = { cents: 0, turn: '' } as const

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

export const refundPath = (uid: string): string => `/desk/money/customers/${uid}`

const paymentLabel = ({ payment, left_cents }: PaidPayment): string =>
  `${payment.reference}, ${descriptionWords(payment.description)}: ${usdCents(left_cents)} left`

export const refundForm = (payments: readonly PaidPayment[]) =>
  form({
    payment: choice(
      'Payment',
      payments.map(paid => ({ value: paid.payment.payment_id, label: paymentLabel(paid) })),
    ),
    amount: amountOf('Amount in dollars (optional)', {
      hint: 'Leave it empty to refund all that is left.',
      optional: true,
    }),
    why: choice('Who bears it', [
      { value: 'agency', label: 'The agency decided to give it back' },
      { value: 'overpaid', label: 'Nobody: the customer paid too much' },
    ]),
    ...why.fields,
  })

const NONCE = /^rfn_\w{8,40}$/

export const refundOfPayment = async (app: App, uid: string, sent: URLSearchParams): Promise<RefundPlan> => {
  const payments = await refundablePayments(app, uid)
  const asked = refundForm(payments)
  const { payment: chosen, amount, why: reason } = asked.take(sent)
  const { payment, left_cents } = payments.find(one => one.payment.payment_id === chosen) ?? fail('not_found')
  const cents = amount ?? left_cents
  if (cents > left_cents)
    throw asked.refusal({ amount: `At most ${usdCents(left_cents)} of this payment can be refunded.` })
  const nonce = sent.get('nonce') ?? ''
  if (!NONCE.test(nonce)) fail('invalid_request', { message: 'Open the page again, then send the form.' })
  const cause = `staff/${payment.payment_id}/${nonce}`
  return {
    parts: cents > 0 ? [{ payment, cents, premium_cents: cents, cause, period: null }] : [],
    cents,
    fees_cents: 0,
    unpaid: NOTHING_UNPAID,
    bearer: { by: reason === 'overpaid' ? 'nobody' : 'agency' },
    reason,
    ends: null,
    keeps: null,
  }
}
