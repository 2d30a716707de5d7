import type { App } from '../../app.ts'
import type { PaymentTerms } from '../../carriers/contract/payment-terms.ts'
import { fail } from '../../errors.ts'
import { dayWords, isDay } from '../../line/fields/calendar.ts'
import { usdCents } from '../../line/fields/money.ts'
import { findOffers } from '../../line/offers/store.ts'
import { installmentsOf } from '../../payments/installment-store.ts'
import { type Payment, paymentsOf } from '../../payments/payments.ts'
import { listPolicyEnds } from '../../policies/end-store.ts'
import { type Order, ordersOf } from '../../policies/orders.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { canEndOn } from '../../policies/policy-end.ts'
import { cancellationRefund, firstPaymentFee, type PaidPart } from './cancellation.ts'
import {
  coversOrder,
  enteredCents,
  type PaidPayment,
  type RefundPlan,
  refundablePayments,
  refundOfPayment,
} from './refund-plan.ts'

const causeOf = (policy_id: string, ...more: string[]): string => ['canceled', policy_id, ...more].join('/')

const refundedFor = ({ policy_id }: Policy, payments: readonly PaidPayment[]): number =>
  payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ cause }) => cause.startsWith(causeOf(policy_id, '')))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)

type Bought = { policy: Policy; order: Order; payments: readonly PaidPayment[] }

const paidFor = async (app: App, { policy, order, payments }: Bought): Promise<PaidPart[]> => {
  const { uid, policy_id, annual_price } = policy
  const later = (await installmentsOf(app.db, uid)).filter(one => one.policy_id === policy_id)
  const all = await paymentsOf(app, uid)
  const { due_cents = 0, installments = [] } = order.terms.billing ?? {}
  const fee_cents = firstPaymentFee({ premium_cents: annual_price * 100, due_cents, installments })
  return payments.flatMap(({ payment, origin, left_cents }): PaidPart[] => {
    const { payment_id } = payment
    const installment = later.find(one => one.payment_id === origin.payment_id)
    if (installment)
      return [{ payment_id, cents: installment.amount_cents, fee_cents: installment.fee_cents, left_cents }]
    return coversOrder(origin, order, all) ? [{ payment_id, cents: due_cents, fee_cents, left_cents }] : []
  })
}

const policyFees = async (app: App, { uid, offer_id }: Order): Promise<number> => {
  const [row] = await findOffers(app.db, uid, [offer_id])
  const { fees = [] } = (row?.offer ?? {}) as PaymentTerms
  return fees.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

const premiumBack = async (
  app: App,
  policy: Policy,
  { on, stated_cents }: { on: string; stated_cents: number | null },
): Promise<Pick<RefundPlan, 'parts' | 'cents' | 'bearer'>> => {
  const { uid, policy_id, effective_date: from, expiration_date: to, annual_price, item } = policy
  const order =
    (await ordersOf(app, uid)).find(one => one.item === item && one.outcome === 'bound') ?? fail('not_found')
  const payments = await refundablePayments(app, uid)
  const paid = await paidFor(app, { policy, order, payments })
  const most = paid.reduce((sum, { cents, left_cents }) => sum + Math.min(cents, left_cents), 0)
  const parts =
    cancellationRefund({
      premium_cents: annual_price * 100,
      policy_fees_cents: await policyFees(app, order),
      from,
      to,
      endsOn: on,
      paid,
      refunded_cents: refundedFor(policy, payments),
      stated_cents,
    }) ?? fail('invalid_request', { message: `At most ${usdCents(most)} can be refunded for this policy.` })
  return {
    parts: parts.map(({ payment_id, cents }) => ({
      payment: payments.find(({ payment }) => payment.payment_id === payment_id)?.payment as Payment,
      cents,
      cause: causeOf(policy_id, on, payment_id),
    })),
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
    bearer: { by: 'carrier', carrier_id: order.carrier_id },
  }
}

const NO_MONEY = { parts: [], cents: 0, bearer: { by: 'nobody' }, reason: 'canceled' } as const

const keeping = async (app: App, policy: Policy): Promise<RefundPlan> => {
  const rows = await listPolicyEnds(app.db, policy.uid)
  const last = rows.findLast(({ policy_id }) => policy_id === policy.policy_id)
  if (!last || last.kind === 'kept')
    fail('invalid_request', { message: 'This policy was not canceled. Choose who canceled it.' })
  return { ...NO_MONEY, parts: [], ends: null, keeps: policy }
}

const ending = async (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> => {
  const policy =
    (await policiesOf(app, uid)).find(({ policy_id }) => policy_id === form.get('policy')) ??
    fail('invalid_request', { message: 'Choose a policy.' })
  const by = form.get('ended_by')
  if (by === 'kept') return keeping(app, policy)
  if (by !== 'insured' && by !== 'carrier')
    return fail('invalid_request', { message: 'Choose who canceled the policy.' })
  const on = form.get('ends_on') ?? ''
  const { effective_date: from, expiration_date: to } = policy
  if (!isDay(on) || !canEndOn(on, policy))
    fail('invalid_request', {
      message: `Enter a day from ${from} to the day before ${to}, as YYYY-MM-DD. Without a cancellation, coverage ends on ${dayWords(to)}.`,
    })
  const money =
    form.get('refund') === 'later'
      ? NO_MONEY
      : await premiumBack(app, policy, { on, stated_cents: enteredCents(form, 'policy_amount') })
  return { ...money, parts: [...money.parts], reason: 'canceled', ends: { policy, on, by }, keeps: null }
}

export const planRefund = (app: App, uid: string, form: URLSearchParams): Promise<RefundPlan> =>
  form.get('kind') === 'policy' ? ending(app, uid, form) : refundOfPayment(app, uid, form)
