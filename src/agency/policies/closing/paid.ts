import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { installmentsOf } from '../../payments/installment-store.ts'
import { periodOf } from '../../payments/installments.ts'
import { disputesOf, refundsOf } from '../../payments/money-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../payments/payments.ts'
import { type Order, orderOf, ordersOf } from '../orders.ts'
import { type Policy, policyOf } from '../policies.ts'
import { stateOf } from '../terms.ts'

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

/** The orders that the payment covers, which can be for homes in several states. */
export const paidOrders = async (app: App, payment: Payment): Promise<Order[]> => {
  const { uid } = payment
  const all = await paymentsOf(app, uid)
  const origin = firstPaymentOf(payment, all)
  const billed = (await installmentsOf(app.db, uid)).find(one => one.payment_id === origin.payment_id)
  if (!billed) return (await ordersOf(app, uid)).filter(order => coversOrder(origin, order, all))
  const policy = await policyOf(app, { uid, policy_id: billed.policy_id })
  const order = policy && (await orderOf(app, policy))
  return order ? [order] : []
}

export type PolicyMoney = {
  paid_cents: number
  paid_on: string | null
  unpaid: { cents: number; due_on: string | null; reference: string }[]
  scheduled: { cents: number; due_on: string }[]
}

/** What is left of it after refunds. A payment that is disputed, or was lost in a dispute, is not counted. */
const keptCents = async (app: App, { payment_id, charged_cents, amount_cents }: Payment): Promise<number> => {
  const disputes = await disputesOf(app.db, payment_id)
  if (disputes.some(({ status }) => status !== 'won')) return 0
  const refunds = await refundsOf(app.db, payment_id)
  return refunds.reduce((left, refund) => left - refund.amount_cents, charged_cents ?? amount_cents)
}

type OfPeriod = { order: Order | undefined; period: string | null }

/** Its payments for a period, and what of each is for it. `period`: the first day of a renewed one, null for the first. */
export const paymentsFor = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
  { order, period }: OfPeriod,
): Promise<{ payment: Payment; cents: number }[]> => {
  const all = (await paymentsOf(app, uid)).filter(({ sandbox }) => !sandbox)
  const installments = await installmentsOf(app.db, uid)
  return all.flatMap(payment => {
    const origin = firstPaymentOf(payment, all)
    const installment = installments.find(one => one.payment_id === origin.payment_id)
    const isForPeriod = installment
      ? installment.policy_id === policy_id && periodOf(installment) === period
      : period === null && order !== undefined && coversOrder(origin, order, all)
    const cents = installment?.amount_cents ?? order?.terms.billing?.due_cents ?? 0
    return isForPeriod ? [{ payment, cents }] : []
  })
}

export const moneyOf = async (app: App, policy: Policy, asked: OfPeriod): Promise<PolicyMoney> => {
  const { uid, policy_id } = policy
  const scheduled = (await installmentsOf(app.db, uid))
    .filter(one => one.status === 'scheduled' && one.policy_id === policy_id)
    .filter(one => periodOf(one) === asked.period)
    .map(({ amount_cents: cents, due_on }) => ({ cents, due_on }))
  const money: PolicyMoney = { paid_cents: 0, paid_on: null, unpaid: [], scheduled }
  for (const { payment, cents } of await paymentsFor(app, policy, asked)) {
    const { status, due_on, reference, settled_at } = payment
    if (status === 'open') money.unpaid.push({ cents, due_on, reference })
    if (status !== 'paid' || settled_at === null) continue
    const kept = Math.min(cents, await keptCents(app, payment))
    if (kept <= 0) continue
    money.paid_cents += kept
    const day = dayIn(stateOf(policy), settled_at)
    if (money.paid_on === null || day > money.paid_on) money.paid_on = day
  }
  return money
}
