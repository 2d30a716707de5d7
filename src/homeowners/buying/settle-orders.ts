import type { App } from '../../app.ts'
import type { BindAnswer } from '../../carriers/contract/bind.ts'
import { transact } from '../../http/transact.ts'
import { listOffers, markRefused } from '../../line/offers/store.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { type Order, settleOrder } from '../../policies/orders.ts'
import { draftPolicy, type IssuedPolicy, issuePolicy } from '../../policies/policies.ts'
import { type Home, isInsured } from '../application/application.ts'
import type { HomeownersEvent } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'
import { tellBound, tellHeld } from '../quoting/notify.ts'
import { homesToInsure } from './selection-rules.ts'

type Answered = Order & { answer: BindAnswer }

const isAnswered = (order: Order): order is Answered => order.answer !== null

const draftAll = async (app: App, orders: readonly Answered[]): Promise<IssuedPolicy[]> => {
  const issued: IssuedPolicy[] = []
  for (const order of orders)
    if (order.answer.kind === 'bound') issued.push(await draftPolicy(app, order, order.answer))
  return issued
}

const withPolicies = (homes: readonly Home[], issued: readonly IssuedPolicy[]): Home[] =>
  homes.map(home => {
    const policy = issued.find(({ order }) => order.item === home.property_id)
    return policy ? { ...home, policy_id: policy.facts.policy_id } : home
  })

/**
 * All issued: bound. One refused: back to the offers, to choose another for that home, while policies that were
 * issued for other homes stand; with nothing left to choose, what was issued is what there is. One that asks for
 * something: it stays selected.
 */
const eventOf = (
  kinds: readonly BindAnswer['kind'][],
  { homes, canChoose }: { homes: readonly Home[]; canChoose: boolean },
): HomeownersEvent => {
  if (kinds.every(kind => kind === 'bound')) return 'bind'
  if (!kinds.includes('blocked')) return 'bind_info_requested'
  const isDone = homes.some(isInsured) && !canChoose && !kinds.includes('info_requested')
  return isDone ? 'bind' : 'bind_refused'
}

/** Throws when another run was first: this one changes nothing, and the next finds nothing open. */
const settleAll = async (app: App, orders: readonly Answered[]): Promise<void> => {
  for (const { order_id, answer } of orders)
    if (!(await settleOrder(app, order_id, answer))) throw new Error('The orders were settled meanwhile.')
}

const refuseOffers = async (app: App, orders: readonly Answered[]): Promise<void> => {
  for (const { answer, offer_id } of orders)
    if (answer.kind === 'blocked') await markRefused(app.db, offer_id, app.clock.now())
}

const tellAll = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { orders, issued }: { orders: readonly Answered[]; issued: readonly IssuedPolicy[] },
): Promise<void> => {
  await tellBound(
    app,
    intake,
    issued.map(({ facts }) => ({ ...facts, covers: facts.location.lines.join(', ') })),
  )
  await tellHeld(
    app,
    intake,
    orders.flatMap(({ answer: { kind }, terms: { carrier } }) =>
      kind === 'bound' ? [] : [{ carrier, kind }],
    ),
  )
}

/** Policies, binders, the state and the mail in one transaction, once however often it is tried. */
export const settleOrders = async (app: App, uid: string, open: readonly Order[]): Promise<void> => {
  const orders = open.filter(isAnswered)
  const issued = await draftAll(app, orders)
  await transact(app, async inside => {
    const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
    if (!intake) return
    await settleAll(inside, orders)
    for (const policy of issued) await issuePolicy(inside, policy)
    await refuseOffers(inside, orders)
    const homes = withPolicies(intake.application.homes, issued)
    const current = await listOffers(inside.db, intake)
    const canChoose = homesToInsure({ homes, current, now: app.clock.now() }).length > 0
    const event = eventOf(
      orders.map(({ answer }) => answer.kind),
      { homes, canChoose },
    )
    const settled = await moveHomeowners(
      inside,
      intake,
      { application: { ...intake.application, homes } },
      {
        actor: 'service',
        event,
        facts: {
          orders: orders.map(({ order_id, answer }) => `${order_id} ${answer.kind}`),
          policies: issued.map(({ facts }) => facts.policy_id),
        },
      },
    )
    await tellAll(inside, settled, { orders, issued })
  })
}
