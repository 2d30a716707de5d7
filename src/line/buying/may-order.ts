import type { App } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { markOrderSent } from '../../policies/order-store.ts'
import { keepBindAnswer, type Order } from '../../policies/orders.ts'
import { stateOf } from '../../policies/terms.ts'
import { BINDING_STOP, whyStopped } from '../stops/stops.ts'

type Ordering = { line: string; sandbox: boolean }

const placeOf = ({ request: { property, insured }, terms }: Order) => ({
  state: stateOf(terms),
  zip: (property ?? insured.address)?.zip,
})

const isBeyondStops = ({ sandbox }: Ordering, { sent_at }: Order): boolean => sandbox || sent_at !== null

const passesStops = async (inside: App, { line, sandbox }: Ordering, order: Order): Promise<boolean> => {
  const { order_id, carrier_id } = order
  const reason = await whyStopped(inside, { sandbox }, { line, carrier_id, ...placeOf(order) })
  if (reason !== null)
    await keepBindAnswer(inside, order_id, { kind: 'blocked', reason_code: BINDING_STOP, reason })
  return reason === null
}

export const mayOrder = async (app: App, intake: Ordering, order: Order): Promise<boolean> =>
  isBeyondStops(intake, order) || transact(app, inside => passesStops(inside, intake, order))

/** Checks the stops again when the order leaves, because steps before it, such as its documents, can take days. */
export const maySend = async (app: App, intake: Ordering, order: Order): Promise<boolean> =>
  isBeyondStops(intake, order) ||
  transact(app, async inside => {
    const may = await passesStops(inside, intake, order)
    if (may) await markOrderSent(inside.db, order.order_id, inside.clock.now())
    return may
  })
