import { markOrderSent } from '../../../agency/policies/order-store.ts'
import { keepBindAnswer, type Order } from '../../../agency/policies/orders.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import type { Carriers } from '../offers/carriers.ts'
import { BINDING_STOP, whyStopped } from '../stops/stops.ts'

type Ordering = { uid: string; line: string; sandbox: boolean }

const placeOf = ({ request: { property, insured }, terms }: Order) => ({
  state: stateOf(terms),
  zip: (property ?? insured.address)?.zip,
})

const isBeyondStops = ({ sandbox }: Ordering, { sent_at }: Order): boolean => sandbox || sent_at !== null

/** Days can pass between the signature and the order, for a payment, documents or a filing. */
export const orderGateOf = ({ whyNotSold }: Pick<Carriers<never>, 'whyNotSold'>) => {
  const whyHeld = async (inside: App, intake: Ordering, order: Order): Promise<string | null> => {
    const { carrier_id } = order
    const place = placeOf(order)
    const notSold = whyNotSold(inside, intake, { carrier_id, state: place.state })
    return notSold ?? whyStopped(inside, intake, { line: intake.line, carrier_id, ...place })
  }

  const passes = async (inside: App, intake: Ordering, order: Order): Promise<boolean> => {
    const reason = await whyHeld(inside, intake, order)
    if (reason === null) return true
    await keepBindAnswer(inside, order.order_id, { kind: 'blocked', reason_code: BINDING_STOP, reason })
    return false
  }

  return {
    whyHeld,

    mayOrder: async (app: App, intake: Ordering, order: Order): Promise<boolean> =>
      isBeyondStops(intake, order) || transact(app, inside => passes(inside, intake, order)),

    /** Checks again when the order leaves, because steps before it, such as its documents, can take days. */
    maySend: async (app: App, intake: Ordering, order: Order): Promise<boolean> =>
      isBeyondStops(intake, order) ||
      transact(app, async inside => {
        const may = await passes(inside, intake, order)
        if (may) await markOrderSent(inside.db, order.order_id, inside.clock.now())
        return may
      }),
  }
}
