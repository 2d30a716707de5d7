import type { Order } from '../../../../agency/policies/orders.ts'
import type { App } from '../../../../platform/app.ts'
import { bindingOf } from '../../buying/binding.ts'
import { useConsent } from '../../record/consent.ts'
import type { Application } from '../application/application.ts'
import type { ReviewedEvent, ReviewedStatus } from '../application/lifecycle.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { intakesIn } from '../intake/writer.ts'
import { carriersIn } from '../quoting/carriers.ts'
import { perLine, type ReviewedCarrier } from '../reviewed-line.ts'
import { deliverDocuments } from './deliver-documents.ts'
import { tellOrderLate } from './notify.ts'
import { orderOutcome, tellOutcome } from './settle-order.ts'

const beforeOrder = async (
  app: App,
  intake: ReviewedIntake,
  { order, carrier }: { order: Order; carrier: ReviewedCarrier },
): Promise<void> => {
  await useConsent(app, intake, { id: order.order_id, carrierId: carrier.id })
  // Staff send documents in the carrier's portal. Until then the carrier has not received them.
  if (carrier.kind !== 'desk') await deliverDocuments(app, carrier, order)
}

type Kinds = {
  status: ReviewedStatus
  event: ReviewedEvent
  application: Application
  carrier: ReviewedCarrier
}

export const bindingIn = perLine(line =>
  bindingOf<Kinds>({
    intakes: intakesIn(line),
    jobName: `bind_${line.name}`,
    carriers: carriersIn(line),
    beforeOrder,
    outcome: orderOutcome,
    onSettled: tellOutcome,
    onLate: tellOrderLate,
  }),
)
