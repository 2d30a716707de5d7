import { bindingOf } from '../../line/buying/binding.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { ordersOutcome, tellOutcome } from './settle-orders.ts'

export const {
  order: orderHomes,
  job: bindHomeowners,
  takeLateBindAnswer: takeLateHomeBindAnswer,
} = bindingOf({
  intakes: homeownersIntakes,
  jobName: 'bind_homeowners',
  carriers: homeCarriers,
  outcome: ordersOutcome,
  onSettled: tellOutcome,
})
