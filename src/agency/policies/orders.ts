import type { App } from '../../platform/app.ts'
import type { PageAsked } from '../../platform/db/after-row.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import type { BindAnswer, BindRequest } from '../carriers/contract/bind.ts'
import {
  bindOrders,
  insertOrder,
  keepExpectation,
  keepOrderAnswer,
  listOpenCases,
  listOrderRows,
  markClosed,
  markSettled,
  type OrderRow,
} from './order-store.ts'
import { isErased, type PolicyTerms } from './terms.ts'

export type OrderFacts = { request: BindRequest; terms: PolicyTerms }

export type Order = Omit<OrderRow, 'facts' | 'answer'> & OrderFacts & { answer: BindAnswer | null }

const openOrder = ({ sealer }: App, { facts, answer, ...row }: OrderRow): Order => ({
  ...row,
  ...sealer.openJson<OrderFacts>(bindOrders.context('facts', row), facts),
  answer: answer && sealer.openJson<BindAnswer>(bindOrders.context('answer', row), answer),
})

type Placed = Pick<
  OrderRow,
  'order_id' | 'uid' | 'item' | 'offer_id' | 'carrier_id' | 'signature_id' | 'records_consent_id'
>

export const placeOrder = async (app: App, placed: Placed, facts: OrderFacts): Promise<void> => {
  assertTransaction(app)
  const sealed = app.sealer.seal(bindOrders.context('facts', placed), JSON.stringify(facts))
  await insertOrder(app.db, { ...placed, facts: sealed, ordered_at: app.clock.now() })
}

export const ordersOf = async (app: App, uid: string): Promise<Order[]> =>
  (await listOrderRows(app.db, uid)).map(row => openOrder(app, row)).filter(order => !isErased(order))

export const orderOf = async (
  app: App,
  { uid, order_id }: { uid: string; order_id: string | null },
): Promise<Order | undefined> => (await ordersOf(app, uid)).find(one => one.order_id === order_id)

export type BlockedPurchase = Order & { answer: Extract<BindAnswer, { kind: 'blocked' }>; settled_at: Date }

export const blockedPurchases = async (app: App, asked: PageAsked): Promise<BlockedPurchase[]> =>
  (await listOpenCases(app.db, asked)).map(row => openOrder(app, row) as BlockedPurchase)

export const closeBlockedPurchase = (
  app: App,
  order_id: string,
  { note, by }: { note: string; by: string },
): Promise<string | null> =>
  markClosed(app.db, {
    order_id,
    closed_at: app.clock.now(),
    closed_by: by,
    close_note: app.sealer.seal(bindOrders.context('close_note', { order_id }), note),
  })

export const isOpen = ({ settled_at }: Order): boolean => settled_at === null

/** An order that a carrier answered with a question can be sent again. Only the last one for each item counts. */
export const lastForEachItem = (orders: readonly Order[]): Order[] => [
  ...new Map(orders.map(order => [order.item, order])).values(),
]

export const keepBindAnswer = (app: App, order_id: string, answer: BindAnswer): Promise<void> =>
  keepOrderAnswer(app.db, {
    order_id,
    answer: app.sealer.seal(bindOrders.context('answer', { order_id }), JSON.stringify(answer)),
    answered_at: app.clock.now(),
  })

export const expectAnswer = (app: App, order_id: string, expected_by: Date | null): Promise<void> =>
  keepExpectation(app.db, { order_id, expected_by })

export const settleOrder = (app: App, order_id: string, { kind }: BindAnswer): Promise<boolean> =>
  markSettled(app.db, { order_id, outcome: kind, settled_at: app.clock.now() })
