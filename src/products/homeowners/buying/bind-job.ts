import type { HomeCarrier } from '../../../agency/carriers/homeowners/carrier.ts'
import { bindingOf } from '../../line/buying/binding.ts'
import type { Application } from '../application/application.ts'
import type { HomeownersEvent, HomeownersStatus } from '../application/lifecycle.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { tellOrderLate } from './notify.ts'
import { ordersOutcome, tellOutcome } from './settle-orders.ts'

type Kinds = {
  status: HomeownersStatus
  event: HomeownersEvent
  application: Application
  carrier: HomeCarrier
}

export const {
  job: bindHomeowners,
  watchJob: watchHomeOrders,
  takeLateBindAnswer: takeLateHomeBindAnswer,
  openOrderFor: openHomeOrderFor,
  orderFiled: homeOrderFiled,
} = bindingOf<Kinds>({
  intakes: homeownersIntakes,
  jobName: 'bind_homeowners',
  carriers: homeCarriers,
  outcome: ordersOutcome,
  onSettled: tellOutcome,
  onLate: tellOrderLate,
})
