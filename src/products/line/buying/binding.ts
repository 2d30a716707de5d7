import type { BindAnswer } from '../../../agency/carriers/contract/bind.ts'
import { readBindAnswer } from '../../../agency/carriers/contract/parse-bind-answer.ts'
import { startOfDay } from '../../../agency/policies/coverage-start.ts'
import {
  expectAnswer,
  isOpen,
  keepBindAnswer,
  type Order,
  orderOf,
  ordersOf,
  settleOrder,
} from '../../../agency/policies/orders.ts'
import {
  draftPolicy,
  type IssuedPolicy,
  issuePolicy,
  type Policy,
  policiesIn,
} from '../../../agency/policies/policies.ts'
import { listPolicyRows } from '../../../agency/policies/store.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { type App, job } from '../../../platform/app.ts'
import { carrierActor } from '../../../platform/audit/actor.ts'
import { assertTransaction, transact } from '../../../platform/db/transact.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { later } from '../../../platform/lib/clock.ts'
import { type LateBindAnswer, refused, type Taking } from '../offers/late-answer.ts'
import { type Filed, filedUnderPolicy, filePolicy } from '../record/book.ts'
import { writeFollowUp } from '../record/notes.ts'
import type { TaskOutcome } from '../tasks/store.ts'
import { closeTask, createTask } from '../tasks/tasks.ts'
import type { AnsweredOrder, BindingKinds, BindingOf, IntakeBought } from './binding-line.ts'
import { awaitsFunds } from './funds.ts'
import { orderGateOf } from './may-order.ts'
import { enqueueBinding } from './place-orders.ts'
import { openDuty } from './surplus-duty.ts'
import { bindTask, STAFF_ORDER_WITHIN, watcherOf } from './watch-orders.ts'

type Numbered = Pick<Policy, 'policy_number' | 'carrier' | 'insured'> & { carrier_id: string }

const isSamePerson = (one: Policy['insured'], other: Policy['insured']): boolean =>
  one.email === other.email || (one.full_name === other.full_name && one.birthday === other.birthday)

/** One customer's policies may share a number; two customers' may not. */
export const warnOfSharedNumber = async (
  app: App,
  intake: Filed,
  { policy_number, carrier, carrier_id, insured }: Numbered,
): Promise<void> => {
  if (intake.sandbox) return
  const others = (await filedUnderPolicy(app, intake, policy_number)).filter(uid => uid !== intake.uid)
  if (others.length === 0) return
  const rows = (await listPolicyRows(app.db, others)).filter(row => row.carrier_id === carrier_id)
  const ids = rows.map(({ policy_id }) => policy_id)
  const other = (await policiesIn(app, others)).find(
    policy => ids.includes(policy.policy_id) && !isSamePerson(policy.insured, insured),
  )
  if (!other) return
  await writeFollowUp(app, {
    uid: intake.uid,
    words: `${carrier} gave this customer the policy number ${policy_number}, which another customer already has (${other.uid}). Both policies are shown as issued. Call the carrier and find out which number each policy has.`,
  })
}

const BIND_TASK_OUTCOMES = {
  bound: 'bound',
  blocked: 'blocked',
  info_requested: 'asked',
  price_changed: 'repriced',
} as const satisfies Record<BindAnswer['kind'], TaskOutcome>

const bindAnswerTakerOf =
  <K extends BindingKinds>(line: Pick<BindingOf<K>, 'intakes' | 'jobName'>) =>
  async (app: App, { uid, order_id, reply, actor }: LateBindAnswer): Promise<Taking> => {
    assertTransaction(app)
    const intake = await line.intakes.lock(app, uid)
    const order = await orderOf(app, { uid, order_id })
    if (!intake || !order) return refused('unknown_question')
    const { outcome, answer } = readBindAnswer(reply, order.request)
    if (answer === null) return refused('invalid_answer', outcome)
    if (order.answer !== null)
      return canonicalJson(order.answer) === canonicalJson(answer)
        ? { taken: true, repeated: true }
        : refused('already_answered')
    await keepBindAnswer(app, order_id, answer)
    const facts = { order_id, carrier: order.carrier_id, kind: answer.kind }
    await line.intakes.note(app, intake, {}, { actor, event: 'late_bind_answer', facts })
    await closeTask(app, order_id, { actor, outcome: BIND_TASK_OUTCOMES[answer.kind] })
    await enqueueBinding(app, line.jobName, uid)
    return { taken: true, repeated: false }
  }

const openOrders = async (app: App, uid: string): Promise<Order[]> =>
  (await ordersOf(app, uid)).filter(isOpen)

const isAnswered = (order: Order): order is AnsweredOrder => order.answer !== null

const isSilent = ({ answer, expected_by }: Order): boolean => answer === null && expected_by === null

const markSettled = async (app: App, orders: readonly AnsweredOrder[]): Promise<boolean> => {
  let settled = 0
  for (const { order_id, answer } of orders) if (await settleOrder(app, order_id, answer)) settled++
  if (settled > 0 && settled < orders.length) throw new Error('Some of the orders were settled meanwhile.')
  return settled > 0
}

const orderSenderOf = <K extends BindingKinds>(line: BindingOf<K>) => {
  const { mayOrder, maySend } = orderGateOf(line.carriers)

  const expectLater = async (
    app: App,
    order: Order,
    { kind }: K['carrier'],
    expected_by: Date,
  ): Promise<void> => {
    const record = (inside: App) => expectAnswer(inside, order.order_id, expected_by)
    const task = bindTask(order, expected_by)
    await (kind === 'desk' ? createTask(app, line.intakes, { task, record }) : record(app))
  }

  const waitForFiling = async (app: App, order: Order): Promise<void> => {
    const due_at = later(app.clock.now(), STAFF_ORDER_WITHIN)
    const record = (inside: App) => expectAnswer(inside, order.order_id, due_at)
    await createTask(app, line.intakes, { task: bindTask(order, due_at), record })
  }

  /** The payment can arrive meanwhile: both hold the application. */
  const waitForFunds = (app: App, order: Order): Promise<void> =>
    transact(app, async inside => {
      await line.intakes.lock(inside, order.uid)
      const start = startOfDay(stateOf(order.terms), order.request.effective_date)
      if (await awaitsFunds(inside, order)) await expectAnswer(inside, order.order_id, start)
    })

  // Sends the same order on every attempt. A carrier that already issued the policy returns it again.
  return async (app: App, intake: IntakeBought<K>, order: Order): Promise<void> => {
    const carrierOf = () => line.carriers.find(app, intake, order.carrier_id)
    if (await openDuty(app, intake.line, order)) return waitForFiling(app, order)
    if (await awaitsFunds(app, order))
      return (await mayOrder(app, intake, order)) ? waitForFunds(app, order) : undefined
    if (line.beforeOrder) {
      if (!(await mayOrder(app, intake, order))) return
      await line.beforeOrder(app, intake, { order, carrier: carrierOf() })
    }
    if (!(await maySend(app, intake, order))) return
    const carrier = carrierOf()
    const answer = await carrier.bind(order.request)
    await (answer.kind === 'pending'
      ? expectLater(app, order, carrier, new Date(answer.expected_by))
      : keepBindAnswer(app, order.order_id, answer))
  }
}

const settlerOf =
  <K extends BindingKinds>(line: BindingOf<K>) =>
  async (app: App, uid: string, orders: readonly AnsweredOrder[]): Promise<void> => {
    const issued: IssuedPolicy[] = []
    for (const order of orders)
      if (order.answer.kind === 'bound')
        issued.push(await draftPolicy(app, order, { answer: order.answer, line: line.intakes.record.name }))
    await transact(app, async inside => {
      const intake = await line.intakes.lock(inside, uid)
      if (!intake || !(await markSettled(inside, orders))) return
      for (const policy of issued) {
        await issuePolicy(inside, policy)
        await filePolicy(inside, intake, policy.facts.policy_number)
        await warnOfSharedNumber(inside, intake, { ...policy.facts, carrier_id: policy.order.carrier_id })
      }
      const settled = { orders, issued, all: await ordersOf(inside, uid) }
      const { change, ...why } = await line.outcome(inside, intake, settled)
      const moved = await line.intakes.move(inside, intake, change, { actor: 'service', ...why })
      await line.onSettled(inside, moved, settled)
      for (const { order_id, carrier_id, answer } of orders)
        await closeTask(inside, order_id, {
          actor: carrierActor(carrier_id),
          outcome: BIND_TASK_OUTCOMES[answer.kind],
        })
    })
  }

type Watcher<K extends BindingKinds> = {
  watchOrders(app: App, intake: IntakeBought<K>, orders: readonly Order[]): Promise<void>
  handOverIfRejected(app: App, intake: IntakeBought<K>, order: Order, failure: unknown): Promise<void>
}

const bindJobOf = <K extends BindingKinds>(
  line: BindingOf<K>,
  { watchOrders, handOverIfRejected }: Watcher<K>,
) => {
  const send = orderSenderOf(line)
  const settle = settlerOf(line)

  return job<{ uid: string }>({
    name: line.jobName,
    lane: 'carriers',
    async run(app, { uid }) {
      const intake = await line.intakes.find(app, uid)
      const open = await openOrders(app, uid)
      if (!intake || open.length === 0) return
      const sending = open.filter(isSilent)
      const sent = await Promise.allSettled(sending.map(order => send(app, intake, order)))
      for (const [at, order] of sending.entries()) {
        const result = sent[at]
        if (result?.status === 'rejected') await handOverIfRejected(app, intake, order, result.reason)
      }
      const orders = await openOrders(app, uid)
      await watchOrders(
        app,
        intake,
        orders.filter(order => !isAnswered(order)),
      )
      const silent = orders.filter(isSilent).length
      if (silent > 0)
        throw new Error(`${silent} of ${orders.length} orders are not answered yet.`, {
          cause: sent.find(result => result.status === 'rejected')?.reason,
        })
      const answered = orders.filter(isAnswered)
      if (answered.length > 0) await settle(app, uid, answered)
    },
  })
}

export const bindingOf = <K extends BindingKinds>(line: BindingOf<K>) => {
  const takeLateBindAnswer = bindAnswerTakerOf(line)
  const { watchJob, ...watcher } = watcherOf(line, takeLateBindAnswer)

  return {
    takeLateBindAnswer,
    watchJob,

    async orderFiled(app: App, { uid, order_id }: { uid: string; order_id: string }): Promise<void> {
      await expectAnswer(app, order_id, null)
      await enqueueBinding(app, line.jobName, uid)
    },

    /** A carrier may quote several homes under one number. */
    async openOrderFor(
      app: App,
      quote: { uid: string; item: string; carrier_id: string; quote_number: string },
    ): Promise<string | null> {
      const { uid, item, carrier_id, quote_number } = quote
      const order = (await openOrders(app, uid)).find(
        one =>
          one.item === item && one.carrier_id === carrier_id && one.request.quote_number === quote_number,
      )
      return order?.order_id ?? null
    },

    job: bindJobOf(line, watcher),
  }
}
