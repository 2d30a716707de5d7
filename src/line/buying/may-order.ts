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

/** Once an order was sent, its policy may exist, so it is sent again until the carrier answers. */
export const mayOrder = async (app: App, { line, sandbox }: Ordering, order: Order): Promise<boolean> => {
  const { order_id, carrier_id, sent_at } = order
  if (sandbox || sent_at !== null) return true
  return transact(app, async inside => {
    const reason = await whyStopped(inside, { sandbox }, { line, carrier_id, ...placeOf(order) })
    if (reason === null) await markOrderSent(inside.db, order_id, inside.clock.now())
    else await keepBindAnswer(inside, order_id, { kind: 'blocked', reason_code: BINDING_STOP, reason })
    return reason === null
  })
}
