import type { App } from '../../app.ts'
import type { BindAnswer } from '../../carriers/contract/bind.ts'
import type { Carrier } from '../../carriers/contract/carrier.ts'
import type { Order } from '../../policies/orders.ts'
import type { IssuedPolicy } from '../../policies/policies.ts'
import type { Carriers } from '../offers/carriers.ts'
import type { Intake } from '../record/intake.ts'
import type { Change, Intakes, Why } from '../record/writer.ts'

export type AnsweredOrder = Order & { answer: BindAnswer }

export type Settled = {
  orders: readonly AnsweredOrder[]
  issued: readonly IssuedPolicy[]
  /** Every order of the application, settled or open, oldest first. */
  all: readonly Order[]
}

export type BindingOf<S extends string, E extends string, A, C extends Carrier<never, unknown>> = {
  intakes: Intakes<S, E, A>
  jobName: string
  carriers: Pick<Carriers<C>, 'find' | 'all'>
  beforeOrder?(app: App, intake: Intake<S, A>, asked: { order: Order; carrier: C }): Promise<void>
  outcome(
    app: App,
    intake: Intake<S, A>,
    settled: Settled,
  ): Promise<Omit<Why<E>, 'actor'> & { change: Change<S, A> }>
  onSettled(app: App, intake: Intake<S, A>, settled: Settled): Promise<void>
  /** The carrier did not answer in time, and staff have the case now. Runs once for an order. */
  onLate(app: App, intake: Intake<S, A>, late: { order: Order; carrier: string }): Promise<void>
}
