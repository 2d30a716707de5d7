import type { UmbrellaCarrier } from '../../../agency/carriers/umbrella/carrier.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { bindingOf } from '../../line/buying/binding.ts'
import { useConsent } from '../../line/record/consent.ts'
import type { Application } from '../application/application.ts'
import type { UmbrellaEvent, UmbrellaStatus } from '../application/lifecycle.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { umbrellaIntakes } from '../intake/writer.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { deliverDocuments } from './deliver-documents.ts'
import { tellOrderLate } from './notify.ts'
import { orderOutcome, tellOutcome } from './settle-order.ts'

const beforeOrder = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  { order, carrier }: { order: Order; carrier: UmbrellaCarrier },
): Promise<void> => {
  await useConsent(app, intake, { id: order.order_id, carrierId: carrier.id })
  // Staff send documents in the carrier's portal. Until then the carrier has not received them.
  if (carrier.kind !== 'desk') await deliverDocuments(app, carrier, order)
}

type Kinds = {
  status: UmbrellaStatus
  event: UmbrellaEvent
  application: Application
  carrier: UmbrellaCarrier
}

export const {
  job: bindUmbrella,
  watchJob: watchUmbrellaOrders,
  takeLateBindAnswer: takeLateUmbrellaBindAnswer,
  openOrderFor: openUmbrellaOrderFor,
  orderFiled: umbrellaOrderFiled,
} = bindingOf<Kinds>({
  intakes: umbrellaIntakes,
  jobName: 'bind_umbrella',
  carriers: umbrellaCarriers,
  beforeOrder,
  outcome: orderOutcome,
  onSettled: tellOutcome,
  onLate: tellOrderLate,
})
