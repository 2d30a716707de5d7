import { lastAnswerTo } from '../../../agency/carriers/endpoint/exchange-record.ts'
import { listDocuments } from '../../../agency/documents/documents.ts'
import type { DocumentStatus } from '../../../agency/documents/store.ts'
import { isHoldOver } from '../../../agency/payments/holds.ts'
import { paymentsOf } from '../../../agency/payments/payments.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { readActor } from '../../../platform/audit/actor.ts'
import { type Page, type PageAsked, readPage } from '../../../platform/db/after-row.ts'
import { fail } from '../../../platform/errors.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { orderGateOf } from '../../../products/line/buying/may-order.ts'
import { openDuty } from '../../../products/line/buying/surplus-duty.ts'
import { filingFor } from '../../../products/line/buying/surplus-filings.ts'
import { isOpenTask, listOpenTaskRows } from '../../../products/line/tasks/store.ts'
import { findTask, openTaskRow, type Task } from '../../../products/line/tasks/tasks.ts'
import { carrierOf, quotable } from '../queue/open-tasks.ts'
import { type Staff, staffEmail } from '../staff/staff.ts'
import { lineBehind, orderBehind } from './lines.ts'
import type { TaskFacts } from './task-facts.ts'
import type { ListedTask } from './task-list-view.ts'

const emailOf = async (app: App, actor: string | null): Promise<string | null> =>
  actor === null ? null : ((await staffEmail(app, readActor(actor).id)) ?? 'someone')

const holderOf = (app: App, { claimed_by }: Task): Promise<string | null> => emailOf(app, claimed_by)

type Asked = { overdue: boolean; page: PageAsked }

export const listTasks = async (
  app: App,
  { actor }: Staff,
  { overdue, page }: Asked,
): Promise<Page<ListedTask>> => {
  const list = { quotable, now: app.clock.now(), overdue }
  const { shown, next } = await readPage(
    asked => listOpenTaskRows(app.db, list, asked),
    page,
    ({ task_id }) => task_id,
  )
  const listed: ListedTask[] = []
  for (const row of shown) {
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
  return { shown: listed, next }
}

const PAID_WORDS: Readonly<Record<string, string>> = {
  open: 'not paid yet',
  authorized: 'held on the buyer’s card until the policy is bound',
  capturing: 'being charged',
  paid: 'paid to the agency',
}

const HOLD_ENDED =
  'The hold on the buyer’s card has ended. Ask the buyer for payment before you buy the policy'

const agreedWords = (order: Order | null): string => {
  const { words = [] } = order?.terms.billing ?? {}
  return words.length === 0
    ? 'No payment through the agency on record'
    : `Nothing paid to the agency yet. The buyer agreed to: “${words.join(' ')}”`
}

const paymentWords = async (app: App, { uid }: Task, order: Order | null): Promise<string> => {
  const payments = await paymentsOf(app, uid)
  const held = payments.find(({ payment_id }) => payment_id === order?.terms.billing?.payment_id)
  if (held && isHoldOver(held)) return HOLD_ENDED
  const standing = payments.filter(({ status }) => Object.hasOwn(PAID_WORDS, status))
  return standing.length === 0
    ? agreedWords(order)
    : standing.map(({ amount_cents, status }) => `${usdCents(amount_cents)} ${PAID_WORDS[status]}`).join('; ')
}

const GONE: readonly DocumentStatus[] = ['superseded', 'rejected']

/** An order counts as sent once its task exists, so a stop is checked again until staff place it in the portal. */
const whyHeld = async (app: App, task: Task, order: Order): Promise<string | null> => {
  const { name: line, carriers } = lineBehind(task)
  const carrier = carrierOf(app, task)
  if (carrier !== null && carrier.portalUrl === undefined) return null
  return orderGateOf(carriers).whyHeld(app, { uid: order.uid, line, sandbox: order.terms.sandbox }, order)
}

export const readTask = async (app: App, id: string, { actor }: Staff): Promise<TaskFacts> => {
  const task = (await findTask(app, id)) ?? fail('not_found')
  const order = task.kind === 'bind' ? await orderBehind(app, task) : null
  const { desk, name } = lineBehind(task)
  const application = await desk.application(app, task)
  const filing = order && (await filingFor(app, order.order_id))
  return {
    task,
    duty: order && (await openDuty(app, name, order)),
    filing,
    filedBy: await emailOf(app, filing?.recorded_by ?? null),
    carrier: carrierOf(app, task),
    place: application.place,
    holder: await holderOf(app, task),
    isMine: task.claimed_by === actor,
    isWanted: await isOpenTask(app.db, quotable, task.task_id),
    application,
    order,
    held: order && (await whyHeld(app, task, order)),
    lastAnswer: order && order.answer === null ? await lastAnswerTo(app, order.order_id) : null,
    payment: await paymentWords(app, task, order),
    documents: (await listDocuments(app, task.uid)).filter(({ status }) => !GONE.includes(status)),
  }
}
