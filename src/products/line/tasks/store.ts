import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'

export type TaskOutcome = 'offered' | 'declined' | 'bound' | 'blocked' | 'asked' | 'repriced'

export type TaskRow = {
  task_id: string
  kind: 'quote' | 'bind'
  uid: string
  revision: number | null
  item: string
  carrier_id: string
  created_at: Date
  due_at: Date
  emailed_at: Date | null
  claimed_by: string | null
  claimed_at: Date | null
  question: Buffer | null
  asked_at: Date | null
  answer: Buffer | null
  answered_by: string | null
  answered_at: Date | null
  outcome: TaskOutcome | null
  done_by: string | null
  done_at: Date | null
}

export type NewTask = Pick<
  TaskRow,
  'task_id' | 'kind' | 'uid' | 'revision' | 'item' | 'carrier_id' | 'created_at' | 'due_at'
>

type Tables = {
  desk_tasks: TaskRow
  intakes: { uid: string; revision: number; status: string }
  carrier_answers: { uid: string; revision: number; item: string; carrier_id: string }
}

const tables = (db: Db) => db.withTables<Tables>()

export const insertTask = async (db: Db, row: NewTask): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('desk_tasks')
    .values({
      ...row,
      emailed_at: null,
      claimed_by: null,
      claimed_at: null,
      question: null,
      asked_at: null,
      answer: null,
      answered_by: null,
      answered_at: null,
      outcome: null,
      done_by: null,
      done_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findTaskRow = (db: Db, taskId: string): Promise<TaskRow | undefined> =>
  tables(db).selectFrom('desk_tasks').selectAll().where('task_id', '=', taskId).executeTakeFirst()

export const hasTask = async (db: Db, taskId: string): Promise<boolean> =>
  (await tables(db)
    .selectFrom('desk_tasks')
    .select('task_id')
    .where('task_id', '=', taskId)
    .executeTakeFirst()) !== undefined

export const lockTaskRow = (db: Db, taskId: string): Promise<TaskRow | undefined> =>
  tables(db).selectFrom('desk_tasks').selectAll().where('task_id', '=', taskId).forUpdate().executeTakeFirst()

/** A quote task is open for the current revision, while late answers are taken and none is on record. */
const openTasks = (db: Db, quotable: readonly string[]) =>
  tables(db)
    .selectFrom('desk_tasks')
    .innerJoin('intakes', 'intakes.uid', 'desk_tasks.uid')
    .where('done_at', 'is', null)
    .where(({ and, eb, exists, not, or, ref, selectFrom }) =>
      or([
        eb('kind', '=', 'bind'),
        and([
          eb('intakes.revision', '=', ref('desk_tasks.revision')),
          eb('intakes.status', 'in', [...quotable]),
          not(
            exists(
              selectFrom('carrier_answers as known')
                .select('known.uid')
                .whereRef('known.uid', '=', 'desk_tasks.uid')
                .whereRef('known.revision', '=', 'desk_tasks.revision')
                .whereRef('known.item', '=', 'desk_tasks.item')
                .whereRef('known.carrier_id', '=', 'desk_tasks.carrier_id'),
            ),
          ),
        ]),
      ]),
    )

export const isOpenTask = async (db: Db, quotable: readonly string[], taskId: string): Promise<boolean> =>
  (await openTasks(db, quotable).select('task_id').where('task_id', '=', taskId).executeTakeFirst()) !==
  undefined

const isOverdue = (now: Date) =>
  sql<boolean>`(due_at < ${now} and (asked_at is null or answered_at is not null))`

const FIRST_DUE = { table: 'desk_tasks', by: ['due_at', 'task_id'] } as const

export type TaskList = { quotable: readonly string[]; now: Date; overdue: boolean }

export const listOpenTaskRows = (
  db: Db,
  { quotable, now, overdue }: TaskList,
  { after, limit }: PageAsked,
): Promise<TaskRow[]> =>
  openTasks(db, quotable)
    .selectAll('desk_tasks')
    .where(isOverdue(now), '=', overdue)
    .where(isAfter(FIRST_DUE, after))
    .orderBy('due_at')
    .orderBy('task_id')
    .limit(limit)
    .execute()

export const countOpenTasks = async (
  db: Db,
  quotable: readonly string[],
  now: Date,
): Promise<{ open: number; overdue: number }> =>
  openTasks(db, quotable)
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere(isOverdue(now)).as('overdue'),
    ])
    .executeTakeFirstOrThrow()

export const listTaskRowsOf = (db: Db, uid: string): Promise<TaskRow[]> =>
  tables(db).selectFrom('desk_tasks').selectAll().where('uid', '=', uid).orderBy('created_at').execute()

export type OpenTask = Pick<TaskRow, 'kind' | 'asked_at' | 'answered_at'>

type TaskOfOrder = OpenTask & { carrier_id: string; filed: boolean }

const openOf = prepared<{ uid: string }, TaskOfOrder>(['uid'], (db, { uid }) =>
  tables(db)
    .selectFrom('desk_tasks')
    .select(['kind', 'asked_at', 'answered_at', 'carrier_id'])
    .select(
      sql<boolean>`exists (select from surplus_filings where order_id = desk_tasks.task_id)`.as('filed'),
    )
    .where('uid', '=', uid)
    .where('done_at', 'is', null),
)

export const listOpenTasksOf = async (db: Db, uid: string): Promise<TaskOfOrder[]> =>
  (await openOf(db, { uid })).rows

export type TaskChange = Partial<
  Pick<
    TaskRow,
    | 'claimed_by'
    | 'claimed_at'
    | 'question'
    | 'asked_at'
    | 'answer'
    | 'answered_by'
    | 'answered_at'
    | 'outcome'
    | 'done_by'
    | 'done_at'
    | 'due_at'
  >
>

export const updateTask = async (db: Db, taskId: string, change: TaskChange): Promise<void> => {
  await tables(db).updateTable('desk_tasks').set(change).where('task_id', '=', taskId).execute()
}

export const takeUnemailed = async (
  db: Db,
  quotable: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<TaskRow[]> => {
  const rows = await openTasks(db, quotable)
    .selectAll('desk_tasks')
    .where('emailed_at', 'is', null)
    .orderBy('due_at')
    .orderBy('task_id')
    .forUpdate('desk_tasks')
    .execute()
  if (!rows.some(({ created_at }) => created_at <= since)) return []
  for (const { task_id } of rows)
    await tables(db)
      .updateTable('desk_tasks')
      .set({ emailed_at: now })
      .where('task_id', '=', task_id)
      .execute()
  return rows
}

export const deleteTasks = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('desk_tasks').where('uid', '=', uid).execute()
}
