import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/db/transact.ts'
import type { Intake } from '../record/intake.ts'
import type { Why } from '../record/writer.ts'
import { insertTask, type NewTask } from './store.ts'
import { taskFacts } from './tasks.ts'

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
