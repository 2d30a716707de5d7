import { type OrderFacts, placeOrder } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../../platform/jobs/store.ts'
import { randomId } from '../../../platform/lib/random.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { OfferRow } from '../offers/store.ts'

export type BindJob = `bind_${LineName}`

export const enqueueBinding = (app: App, job: BindJob, uid: string): Promise<void> => {
  assertTransaction(app)
  return addJob(app.db, job, { uid }, ATTEMPTS_FOR_FOUR_DAYS)
}

type NewOrder = {
  offer: OfferRow
  evidence: { signature_id: string; records_consent_id: string | null }
  facts(order_id: string): OrderFacts
}

export const placeOrders = async (
  app: App,
  { uid, job }: { uid: string; job: BindJob },
  orders: readonly NewOrder[],
): Promise<string[]> => {
  const placed: string[] = []
  for (const { offer, evidence, facts } of orders) {
    const order_id = randomId(app.random, 'ord')
    const { item, offer_id, carrier_id } = offer
    await placeOrder(app, { order_id, uid, item, offer_id, carrier_id, ...evidence }, facts(order_id))
    placed.push(order_id)
  }
  await enqueueBinding(app, job, uid)
  return placed
}
