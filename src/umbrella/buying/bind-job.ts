import { type App, job } from '../../app.ts'
import { addJob } from '../../jobs/store.ts'
import { useConsent } from '../../line/record/consent.ts'
import { isOpen, keepBindAnswer, type Order, ordersOf } from '../../policies/orders.ts'
import { readIntake, type UmbrellaIntake } from '../intake/intake.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { deliverDocuments } from './deliver-documents.ts'
import { settleOrder } from './settle-order.ts'

const BIND_UMBRELLA = 'bind_umbrella'
// Waits grow from seconds to hours: about four days, then somebody has to talk to the carrier.
const ATTEMPTS = 25

export const enqueueBinding = (app: App, { uid }: UmbrellaIntake): Promise<void> =>
  addJob(app.db, BIND_UMBRELLA, { uid }, ATTEMPTS)

const openOrder = async (app: App, uid: string): Promise<Order | undefined> =>
  (await ordersOf(app, uid)).find(isOpen)

/**
 * The same order at every attempt: a carrier that has issued the policy says so again. That it may look at credit is
 * on record under the consent before it is told.
 */
const ask = async (app: App, intake: UmbrellaIntake, order: Order): Promise<void> => {
  const { order_id, carrier_id, request } = order
  if (intake.consentId === null) throw new Error(`${intake.uid} has an order without a credit consent.`)
  await useConsent(app, intake.consentId, `${intake.uid}/${order_id}/${carrier_id}`)
  const carrier = umbrellaCarriers.find(app, intake, carrier_id)
  await deliverDocuments(app, carrier, order)
  await keepBindAnswer(app, order_id, await carrier.bind(request))
}

/** Asks the carrier until it has answered, then lets the answer take effect, once. */
export const bindUmbrella = job<{ uid: string }>({
  name: BIND_UMBRELLA,
  async run(app, { uid }) {
    const intake = await readIntake(app, uid)
    const order = await openOrder(app, uid)
    if (!intake || !order) return
    if (order.answer === null) await ask(app, intake, order)
    const answered = await openOrder(app, uid)
    if (answered) await settleOrder(app, answered)
  },
})
