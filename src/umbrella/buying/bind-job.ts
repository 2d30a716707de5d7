import type { App } from '../../app.ts'
import type { UmbrellaCarrier } from '../../carriers/umbrella/carrier.ts'
import { bindingOf } from '../../line/buying/binding.ts'
import { useConsent } from '../../line/record/consent.ts'
import type { Order } from '../../policies/orders.ts'
import type { UmbrellaIntake } from '../intake/intake.ts'
import { umbrellaIntakes } from '../intake/writer.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { deliverDocuments } from './deliver-documents.ts'
import { orderOutcome, tellOutcome } from './settle-order.ts'

/** That the carrier may look at credit is on record under the consent before it is told. */
const beforeOrder = async (
  app: App,
  { uid, consentId }: UmbrellaIntake,
  { order, carrier }: { order: Order; carrier: UmbrellaCarrier },
): Promise<void> => {
  if (consentId === null) throw new Error(`${uid} has an order without a credit consent.`)
  await useConsent(app, consentId, `${uid}/${order.order_id}/${carrier.id}`)
  await deliverDocuments(app, carrier, order)
}

export const { order: orderUmbrella, job: bindUmbrella } = bindingOf({
  intakes: umbrellaIntakes,
  jobName: 'bind_umbrella',
  carriers: umbrellaCarriers,
  beforeOrder,
  outcome: orderOutcome,
  onSettled: tellOutcome,
})
