import { isAuthorized } from '../../../agency/payments/holds.ts'
import { asksForFunds } from '../../../agency/payments/open-payment.ts'
import { findPayment } from '../../../agency/payments/payments.ts'
import {
  expectAnswer,
  isOpen,
  keepBindAnswer,
  type Order,
  ordersOf,
} from '../../../agency/policies/orders.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { actsAbout, recordAct } from '../../../platform/audit/acts.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { lineOf } from '../../../platform/lines.ts'
import { BINDING_STOP } from '../stops/stops.ts'
import { enqueueBinding } from './place-orders.ts'

const ACCEPTED = 'credit_accepted'

const needsFunds = (app: App, { sent_at, terms }: Order): boolean => {
  const { billing, illustrative = true, sandbox } = terms
  const isBilled = billing?.bill_to === 'insured' && billing.due_cents > 0
  return sent_at === null && isBilled && asksForFunds(app, { sandbox, illustrative })
}

const isFunded = async (app: App, { order_id, terms }: Order): Promise<boolean> => {
  const payment_id = terms.billing?.payment_id ?? null
  const payment = payment_id === null ? null : await findPayment(app, payment_id)
  if (payment && (payment.status === 'paid' || payment.status === 'capturing')) return true
  if (payment && isAuthorized(payment, app.clock.now())) return true
  return (await actsAbout(app, order_id)).some(({ act }) => act === ACCEPTED)
}

export const awaitsFunds = async (app: App, order: Order): Promise<boolean> =>
  isOpen(order) && order.answer === null && needsFunds(app, order) && !(await isFunded(app, order))

export const ordersAwaitingFunds = async (app: App, uid: string): Promise<Order[]> => {
  if (app.config.credit === 'allow') return []
  const orders: Order[] = []
  for (const order of await ordersOf(app, uid)) if (await awaitsFunds(app, order)) orders.push(order)
  return orders
}

const refuse = (app: App, { order_id }: Order, reason: string): Promise<void> =>
  keepBindAnswer(app, order_id, { kind: 'blocked', reason_code: BINDING_STOP, reason })

const TOO_LATE =
  'The start date passed before the first payment arrived. You can sign again with another date.'
const UNPAID = 'The first payment was not made. You can sign again.'

/** The funds are there, or will not come: the order goes out, or ends. */
export const settleFunds = async (
  app: App,
  uid: string,
  { orders, isPaid }: { orders: readonly Order[]; isPaid: boolean },
): Promise<void> => {
  assertTransaction(app)
  const line = lineOf(uid)
  if (line === null || orders.length === 0) return
  for (const order of orders) {
    const today = dayIn(stateOf(order.terms), app.clock.now())
    if (!isPaid) await refuse(app, order, UNPAID)
    else if (order.request.effective_date < today) await refuse(app, order, TOO_LATE)
    else await expectAnswer(app, order.order_id, null)
  }
  await enqueueBinding(app, `bind_${line}`, uid)
}

/** For one policy: an admin decides that it is ordered before its first payment is there. */
export const acceptCredit = async (
  app: App,
  { uid, order_id, actor, note }: { uid: string; order_id: string; actor: string; note: string },
): Promise<boolean> => {
  assertTransaction(app)
  const orders = (await ordersAwaitingFunds(app, uid)).filter(order => order.order_id === order_id)
  if (orders.length === 0) return false
  await recordAct(app, { about: order_id, act: ACCEPTED, actor, note })
  await settleFunds(app, uid, { orders, isPaid: true })
  return true
}
