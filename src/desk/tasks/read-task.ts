import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { usd } from '../../line/fields/money.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { listOpenTaskRows } from '../../line/tasks/store.ts'
import { findTask, openTaskRow, type Task } from '../../line/tasks/tasks.ts'
import { lineOf } from '../../lines.ts'
import { findOpenOrPaid } from '../../payments/store.ts'
import { type Order, ordersOf } from '../../policies/orders.ts'
import { type Staff, staffEmail } from '../staff.ts'
import { lineBehind, quotable } from './lines.ts'
import type { TaskFacts } from './task-facts.ts'
import type { ListedTask } from './task-list-view.ts'

const SHOWN = 100

const carrierOf = ({ config }: App, { carrier_id }: Task) =>
  config.deskCarriers.find(({ id }) => id === carrier_id) ?? null

const holderOf = async (app: App, { claimed_by }: Task): Promise<string | null> =>
  claimed_by === null ? null : ((await staffEmail(app, claimed_by.replace(/^staff:/, ''))) ?? 'someone')

export const listTasks = async (app: App, { actor }: Staff): Promise<ListedTask[]> => {
  const listed: ListedTask[] = []
  for (const row of await listOpenTaskRows(app.db, quotable, SHOWN)) {
    const task = openTaskRow(app, row)
    const { place } = await lineBehind(task).desk.application(app, task)
    listed.push({
      task,
      carrier: carrierOf(app, task)?.name ?? task.carrier_id,
      place,
      holder: await holderOf(app, task),
      isMine: task.claimed_by === actor,
    })
  }
  return listed
}

const isWanted = async (app: App, task: Task, order: Order | null): Promise<boolean> => {
  if (task.kind === 'bind') return order !== null && order.answer === null
  const line = lineOf(task.uid)
  const intake = line && (await findIntake<string, unknown>(app, { uid: task.uid, line }))
  return intake !== null && intake.revision === task.revision && quotable.includes(intake.status)
}

const PURPOSE = 'umbrella_premium'

const paymentWords = async (app: App, { uid }: Task): Promise<string> => {
  const payment = await findOpenOrPaid(app.db, uid, PURPOSE)
  if (!payment) return 'The carrier bills the buyer'
  return payment.status === 'paid'
    ? `${usd(payment.amount)} paid to the agency`
    : `${usd(payment.amount)} not paid yet`
}

export const readTask = async (app: App, id: string, { actor }: Staff): Promise<TaskFacts> => {
  const task = (await findTask(app, id)) ?? fail('not_found')
  const order =
    task.kind === 'bind'
      ? ((await ordersOf(app, task.uid)).find(({ order_id }) => order_id === task.task_id) ?? null)
      : null
  const application = await lineBehind(task).desk.application(app, task)
  return {
    task,
    carrier: carrierOf(app, task),
    place: application.place,
    holder: await holderOf(app, task),
    isMine: task.claimed_by === actor,
    isWanted: await isWanted(app, task, order),
    application,
    order,
    payment: await paymentWords(app, task),
  }
}
