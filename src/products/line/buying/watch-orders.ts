import type { Carrier } from '../../../agency/carriers/contract/carrier.ts'
import { NoAnswer, orSilence } from '../../../agency/carriers/endpoint/call-endpoint.ts'
import { expectAnswer, isOpen, type Order, orderOf } from '../../../agency/policies/orders.ts'
import { type App, job } from '../../../platform/app.ts'
import { carrierActor } from '../../../platform/audit/actor.ts'
import { transact } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJobAt } from '../../../platform/jobs/store.ts'
import { DAY, later, MINUTE } from '../../../platform/lib/clock.ts'
import type { LateBindAnswer, Taking } from '../offers/late-answer.ts'
import { isWorthPolling, nextPoll, orderOverdueAt } from '../offers/poll-times.ts'
import { hasTask } from '../tasks/store.ts'
import { createTask } from '../tasks/tasks.ts'
import type { BindingKinds, BindingOf, IntakeBought } from './binding-line.ts'

export const STAFF_ORDER_WITHIN = DAY

const CARRIER_MENDS_ANSWER_WITHIN = 10 * MINUTE

type Watched = { uid: string; order_id: string }

const awaited = ({ ordered_at, expected_by }: Order) => ({ asked: ordered_at, expected_by })

const findOpen = async (app: App, watched: Watched): Promise<Order | null> => {
  const order = await orderOf(app, watched)
  return order && isOpen(order) && order.answer === null ? order : null
}

export const bindTask = ({ order_id, uid, item, carrier_id }: Order, due_at: Date) =>
  ({ task_id: order_id, uid, item, carrier_id, kind: 'bind', revision: null, due_at }) as const

type Watching = { order: Order; carrier: Carrier<never, unknown> }

const schedule = async (app: App, task: string, { order, carrier }: Watching): Promise<void> => {
  const now = app.clock.now()
  const overdue = orderOverdueAt(awaited(order), carrier)
  const isPolled = carrier.poll && order.expected_by !== null && isWorthPolling(awaited(order), now)
  const times = [
    ...(isPolled ? [nextPoll(awaited(order), now)] : []),
    ...((await hasTask(app.db, order.order_id)) ? [] : [overdue]),
  ]
  if (times.length === 0) return
  const { uid, order_id } = order
  await addJobAt(
    app.db,
    { task, payload: { uid, order_id }, maxAttempts: ATTEMPTS_FOR_FOUR_DAYS },
    { runAt: new Date(Math.min(...times.map(Number))), key: `${task}/${order_id}`, keepsTime: true },
  )
}

type TakeLateAnswer = (app: App, late: LateBindAnswer) => Promise<Taking>

const poll = async (app: App, { order, carrier }: Watching, take: TakeLateAnswer): Promise<void> => {
  const asked = carrier.poll?.bind(order.request)
  const answer = asked && (await orSilence(asked))
  if (!answer) return
  const { uid, order_id } = order
  if (answer.kind === 'pending') {
    const expected_by = new Date(answer.expected_by)
    if (+expected_by !== Number(order.expected_by)) await expectAnswer(app, order_id, expected_by)
    return
  }
  const late = { uid, order_id, reply: { ...answer }, actor: carrierActor(carrier.id) }
  await transact(app, inside => take(inside, late))
}

const staffHandoverOf =
  <K extends BindingKinds>(line: BindingOf<K>) =>
  (app: App, watched: Watched, carrier: K['carrier']): Promise<void> =>
    transact(app, async inside => {
      const intake = await line.intakes.lock(inside, watched.uid)
      const order = await findOpen(inside, watched)
      if (!intake || !order) return
      const task = bindTask(order, later(app.clock.now(), STAFF_ORDER_WITHIN))
      const isNew = await createTask(inside, line.intakes, { task, record: async () => undefined })
      if (isNew) await line.onLate(inside, intake, { order, carrier: carrier.name })
    })

export const watcherOf = <K extends BindingKinds>(line: BindingOf<K>, take: TakeLateAnswer) => {
  const name = `watch_${line.jobName}`
  const handOver = staffHandoverOf(line)

  const carrierOf = (app: App, intake: IntakeBought<K>, { carrier_id }: Order): K['carrier'] | null =>
    line.carriers.all(app, intake).find(({ id }) => id === carrier_id) ?? null

  return {
    async watchOrders(app: App, intake: IntakeBought<K>, orders: readonly Order[]): Promise<void> {
      for (const order of orders) {
        const carrier = carrierOf(app, intake, order)
        const waitsForFiling = order.sent_at === null && order.expected_by !== null
        if (carrier?.kind === 'api' && !waitsForFiling) await schedule(app, name, { order, carrier })
      }
    },

    async handOverIfRejected(
      app: App,
      intake: IntakeBought<K>,
      order: Order,
      failure: unknown,
    ): Promise<void> {
      if (!(failure instanceof NoAnswer && failure.isRejected)) return
      if (app.clock.now() < later(order.ordered_at, CARRIER_MENDS_ANSWER_WITHIN)) return
      const carrier = carrierOf(app, intake, order)
      if (carrier) await handOver(app, order, carrier)
    },

    watchJob: job<Watched>({
      name,
      lane: 'carriers',
      async run(app, watched) {
        const intake = await line.intakes.find(app, watched.uid)
        const order = await findOpen(app, watched)
        if (!intake || !order) return
        const carrier = carrierOf(app, intake, order)
        if (!carrier) return
        const isPolled = carrier.poll && order.expected_by !== null
        const [polled] = await Promise.allSettled(isPolled ? [poll(app, { order, carrier }, take)] : [])
        const left = await findOpen(app, watched)
        if (!left) return
        if (orderOverdueAt(awaited(left), carrier) <= app.clock.now()) await handOver(app, watched, carrier)
        if (polled?.status === 'rejected') throw polled.reason
        await schedule(app, name, { order: left, carrier })
      },
    }),
  }
}
