import { type App, job } from '../../app.ts'
import { addJob } from '../../jobs/store.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { isOpen, keepBindAnswer, type Order, ordersOf } from '../../policies/orders.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { settleOrders } from './settle-orders.ts'

const BIND_HOMEOWNERS = 'bind_homeowners'
// Waits grow from seconds to hours: about four days, then somebody has to talk to the carrier.
const ATTEMPTS = 25

/** Part of the transaction that signs: carriers are asked exactly when there are orders. */
export const enqueueBinding = (app: App, { uid }: HomeownersIntakeRecord): Promise<void> =>
  addJob(app.db, BIND_HOMEOWNERS, { uid }, ATTEMPTS)

/** The same order at every attempt: a carrier that has issued the policy says so again. */
const ask = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { order_id, carrier_id, request }: Order,
): Promise<void> => {
  const carrier = homeCarriers.find(app, intake, carrier_id)
  await keepBindAnswer(app, order_id, await carrier.bind(request))
}

const openOrders = async (app: App, uid: string): Promise<Order[]> =>
  (await ordersOf(app, uid)).filter(isOpen)

/**
 * Asks each carrier until it has answered, then lets all answers take effect together. An order without an answer
 * stays open, however long: nobody knows whether its policy was issued.
 */
export const bindHomeowners = job<{ uid: string }>({
  name: BIND_HOMEOWNERS,
  async run(app, { uid }) {
    const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
    const orders = await openOrders(app, uid)
    if (!intake || orders.length === 0) return
    const unanswered = orders.filter(({ answer }) => answer === null)
    await Promise.allSettled(unanswered.map(order => ask(app, intake, order)))
    const asked = await openOrders(app, uid)
    const silent = asked.filter(({ answer }) => answer === null).length
    if (silent > 0) throw new Error(`${silent} of ${asked.length} carriers have not answered the order yet.`)
    await settleOrders(app, uid, asked)
  },
})
