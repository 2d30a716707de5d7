import type { App } from '../../../platform/app.ts'
import { readActor } from '../../../platform/audit/actor.ts'
import { assertTransaction, inTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { later } from '../../../platform/lib/clock.ts'
import { type Intake, noteOnIntake } from '../record/intakes.ts'
import { lockIntakeRow } from '../record/store.ts'
import type { Why } from '../record/writer.ts'
import {
  deskTasks,
  findTaskRow,
  insertTask,
  listTaskRowsHeldBy,
  listTaskRowsOf,
  lockTaskRow,
  type NewTask,
  type TaskOutcome,
  type TaskRow,
  updateTask,
} from './store.ts'

export type Task = Omit<TaskRow, 'question' | 'answer'> & { question: string | null; answer: string | null }

type Part = 'question' | 'answer'

export const openTaskRow = ({ sealer }: App, row: TaskRow): Task => {
  const open = (part: Part): string | null =>
    row[part] && sealer.open(deskTasks.context(part, row), row[part])
  return { ...row, question: open('question'), answer: open('answer') }
}

export const findTask = async (app: App, taskId: string): Promise<Task | null> => {
  const row = await findTaskRow(app.db, taskId)
  return row ? openTaskRow(app, row) : null
}

export const tasksOf = async (app: App, uid: string): Promise<Task[]> =>
  (await listTaskRowsOf(app.db, uid)).map(row => openTaskRow(app, row))

export const taskFacts = ({
  task_id,
  kind,
  carrier_id,
  item,
}: Pick<Task, 'task_id' | 'kind' | 'carrier_id' | 'item'>) => ({
  task_id,
  kind,
  carrier_id,
  item,
})

const note = (app: App, task: Task, actor: string, event: string): Promise<boolean> =>
  noteOnIntake(app, task.uid, { actor, event, facts: taskFacts(task) })

/** Locks the intake before the task, as every other writer does. */
const lockTask = async (app: App, taskId: string): Promise<Task> => {
  assertTransaction(app)
  const found = (await findTaskRow(app.db, taskId)) ?? fail('not_found')
  await lockIntakeRow(app.db, found.uid)
  return openTaskRow(app, (await lockTaskRow(app.db, taskId)) ?? fail('not_found'))
}

export type ClaimOutcome = 'claimed' | 'taken' | 'done'

/** `from`: whose claim is taken over. Of two people who claim at once, one gets the task. */
export const claimTask = async (
  app: App,
  taskId: string,
  { actor, from = null }: { actor: string; from?: string | null },
): Promise<ClaimOutcome> => {
  const task = await lockTask(app, taskId)
  if (task.done_at !== null) return 'done'
  if (task.claimed_by === actor) return 'claimed'
  if (task.claimed_by !== from) return 'taken'
  await updateTask(app.db, taskId, { claimed_by: actor, claimed_at: app.clock.now() })
  await note(app, task, actor, from === null ? 'desk_task_claimed' : 'desk_task_taken_over')
  return 'claimed'
}

/** `to`: who gets the task. A claim of someone else stays. */
export const assignTask = async (
  app: App,
  taskId: string,
  { to, actor }: { to: string | null; actor: string },
): Promise<boolean> => {
  const { done_at, claimed_by, ...task } = await lockTask(app, taskId)
  if (done_at !== null || (claimed_by !== null && claimed_by !== actor)) return false
  if (claimed_by === to) return true
  await updateTask(app.db, taskId, { claimed_by: to, claimed_at: to === null ? null : app.clock.now() })
  const event = to === null ? 'desk_task_released' : 'desk_task_assigned'
  return noteOnIntake(app, task.uid, { actor, event, facts: { ...taskFacts(task), to } })
}

export const taskInHand = async (
  app: App,
  taskId: string,
  actor: string,
): Promise<Task | Exclude<ClaimOutcome, 'claimed'>> => {
  const task = await lockTask(app, taskId)
  if (task.done_at !== null) return 'done'
  return task.claimed_by === actor ? task : 'taken'
}

export const releaseTask = async (app: App, task: Task, actor: string): Promise<void> => {
  await updateTask(app.db, task.task_id, { claimed_by: null, claimed_at: null })
  await note(app, task, actor, 'desk_task_released')
}

/** Who leaves holds no task any longer. */
export const releaseTasksOf = async (app: App, holder: string, by: string): Promise<void> => {
  for (const { task_id } of await listTaskRowsHeldBy(app.db, holder)) {
    const task = await lockTask(app, task_id)
    if (task.claimed_by === holder && task.done_at === null) await releaseTask(app, task, by)
  }
}

export const finishTask = async (
  app: App,
  task: Task,
  { actor, outcome }: { actor: string; outcome: TaskOutcome },
): Promise<void> => {
  await updateTask(app.db, task.task_id, { outcome, done_by: actor, done_at: app.clock.now() })
  await note(app, task, actor, `desk_task_${outcome}`)
}

export const closeTask = async (
  app: App,
  taskId: string,
  { actor, outcome }: { actor: string; outcome: TaskOutcome },
): Promise<void> => {
  if (readActor(actor).kind === 'staff') return
  const row = await lockTaskRow(app.db, taskId)
  if (row && row.done_at === null) await finishTask(app, openTaskRow(app, row), { actor, outcome })
}

const seal = ({ sealer }: App, { task_id }: Task, part: Part, text: string): Buffer =>
  sealer.seal(deskTasks.context(part, { task_id }), text)

/** A new question replaces the last one and its answer. The caller notes it, since it changes whose turn it is. */
export const askPerson = async (app: App, task: Task, question: string): Promise<void> => {
  await updateTask(app.db, task.task_id, {
    question: seal(app, task, 'question', question),
    asked_at: app.clock.now(),
    answer: null,
    answered_by: null,
    answered_at: null,
  })
}

export const waitsForPerson = ({ done_at, asked_at, answered_at }: Task): boolean =>
  done_at === null && asked_at !== null && answered_at === null

const askedOf = ({ asked_at }: Task): string => asked_at?.toISOString() ?? ''

/** False: the question is no longer open. Staff get back the time that the person took. */
export const answerQuestion = async (
  app: App,
  { uid, task_id }: { uid: string; task_id: string },
  { actor, answer, asked }: { actor: string; answer: string; asked?: string },
): Promise<boolean> => {
  const task = await lockTask(app, task_id)
  if (task.uid !== uid || !waitsForPerson(task)) return false
  if (asked !== undefined && asked !== askedOf(task)) return false
  const now = app.clock.now()
  const waited = now.getTime() - (task.asked_at ?? now).getTime()
  await updateTask(app.db, task_id, {
    answer: seal(app, task, 'answer', answer),
    answered_by: actor,
    answered_at: now,
    due_at: later(task.due_at, waited),
  })
  return true
}

export type AskedQuestion = { task_id: string; asked: string; carrier: string; question: string }

export const questionsAsked = async (
  app: App,
  uid: string,
  nameOf: (carrierId: string) => string,
): Promise<AskedQuestion[]> =>
  (await tasksOf(app, uid)).flatMap(task =>
    waitsForPerson(task)
      ? [
          {
            task_id: task.task_id,
            asked: askedOf(task),
            carrier: nameOf(task.carrier_id),
            question: task.question ?? '',
          },
        ]
      : [],
  )

const NOT_ASKED =
  'This question was already answered or replaced, or the insurance company no longer needs the answer.'

export type CarrierAnswer = Pick<AskedQuestion, 'task_id' | 'asked'> & { answer: string }

/** Call it with the intake locked, for the person's own answer. The caller notes it. */
export const answerAsPerson = async (
  app: App,
  { uid, status }: { uid: string; status: string },
  { task_id, ...given }: CarrierAnswer & { actor: string },
): Promise<void> => {
  if (!(await answerQuestion(app, { uid, task_id }, given)))
    fail('conflict', { message: NOT_ASKED, current_status: status })
}

type Noting<Own> = {
  lock(app: App, uid: string): Promise<Own | null>
  note(app: App, intake: Own, change: object, why: Why<string>): Promise<Own>
}

/** Locks the intake first, because two tasks of one intake would otherwise wait for each other. */
export const createTask = <S extends string, A>(
  app: App,
  intakes: Noting<Intake<S, A>>,
  { task, record }: { task: Omit<NewTask, 'created_at'>; record(inside: App): Promise<void> },
): Promise<boolean> =>
  inTransaction(app, async inside => {
    const intake = await intakes.lock(inside, task.uid)
    await record(inside)
    if (!intake || !(await insertTask(inside.db, { ...task, created_at: app.clock.now() }))) return false
    await intakes.note(
      inside,
      intake,
      {},
      { actor: 'service', event: 'desk_task_created', facts: taskFacts(task) },
    )
    return true
  })
