import type { BindAnswer } from '../../../agency/carriers/contract/bind.ts'
import type { Carrier } from '../../../agency/carriers/contract/carrier.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { IssuedPolicy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { Carriers } from '../offers/carriers.ts'
import type { Intake } from '../record/intakes.ts'
import type { Change, Intakes, Why } from '../record/writer.ts'
import type { BindJob } from './place-orders.ts'

export type AnsweredOrder = Order & { answer: BindAnswer }

export type Settled = {
  orders: readonly AnsweredOrder[]
  issued: readonly IssuedPolicy[]
  all: readonly Order[]
}

export type BindingKinds = {
  status: string
  event: string
  application: unknown
  carrier: Carrier<never, unknown>
}

export type IntakeBought<K extends BindingKinds> = Intake<K['status'], K['application']>

export type BindingOf<K extends BindingKinds> = {
  intakes: Intakes<K['status'], K['event'], K['application']>
  jobName: BindJob
  carriers: Pick<Carriers<K['carrier']>, 'find' | 'all' | 'sells' | 'whyNotSold'>
  beforeOrder?(
    app: App,
    intake: IntakeBought<K>,
    asked: { order: Order; carrier: K['carrier'] },
  ): Promise<void>
  outcome(
    app: App,
    intake: IntakeBought<K>,
    settled: Settled,
  ): Promise<Omit<Why<K['event']>, 'actor'> & { change: Change<K['status'], K['application']> }>
  onSettled(app: App, intake: IntakeBought<K>, settled: Settled): Promise<void>
  /** The carrier did not answer in time, and staff have the case now. Runs once for an order. */
  onLate(app: App, intake: IntakeBought<K>, late: { order: Order; carrier: string }): Promise<void>
}
