import type { App } from '../../platform/app.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { invoiceDueOn } from '../payments/invoice.ts'
import { findPayment } from '../payments/payments.ts'
import { lastForEachItem, type Order, ordersOf } from './orders.ts'
import { type PolicyBilling, type PolicyFacts, stateOf } from './terms.ts'

/** Null unless the payment covers everything that was ordered on it. A hold is not money received. */
const paidOn = async (app: App, { uid, terms }: Order, payment_id: string): Promise<string | null> => {
  const payment = await findPayment(app, payment_id)
  if (payment?.status !== 'paid' || payment.settled_at === null) return null
  const ordered = (await ordersOf(app, uid)).filter(one => one.terms.billing?.payment_id === payment_id)
  const due = lastForEachItem(ordered).reduce((sum, one) => sum + (one.terms.billing?.due_cents ?? 0), 0)
  const received = payment.charged_cents ?? payment.amount_cents
  return received >= due ? dayIn(stateOf(terms), payment.settled_at) : null
}

const datesOf = async (app: App, order: Order, issued_at: Date): Promise<Partial<PolicyBilling>> => {
  const { billing, sandbox } = order.terms
  if (sandbox || billing?.bill_to !== 'insured' || billing.due_cents === 0) return {}
  if (billing.payment_id === null) {
    const due_on = invoiceDueOn(app, { state: stateOf(order.terms), issued: issued_at })
    return { due_on }
  }
  const paid_on = await paidOn(app, order, billing.payment_id)
  return paid_on === null ? {} : { paid_on }
}

export const billedAtIssue = async (
  app: App,
  order: Order,
  issued_at: Date,
): Promise<Pick<PolicyFacts, 'billing'>> => {
  const { billing } = order.terms
  return billing ? { billing: { ...billing, ...(await datesOf(app, order, issued_at)) } } : {}
}
