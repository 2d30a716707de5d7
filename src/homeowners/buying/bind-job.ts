import { bindingOf } from '../../line/buying/binding.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { tellOrderLate } from './notify.ts'
import { ordersOutcome, tellOutcome } from './settle-orders.ts'

export const {
  order: orderHomes,
  job: bindHomeowners,
  watchJob: watchHomeOrders,
  takeLateBindAnswer: takeLateHomeBindAnswer,
  openOrderFor: openHomeOrderFor,
  orderFiled: homeOrderFiled,
} = bindingOf({
  intakes: homeownersIntakes,
  jobName: 'bind_homeowners',
  carriers: homeCarriers,
  outcome: ordersOutcome,
  onSettled: tellOutcome,
  onLate: tellOrderLate,
})
