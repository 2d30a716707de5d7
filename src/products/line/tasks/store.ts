import { sql } from 'kysely'
import { intakes } from '../../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export type TaskOutcome = 'offered' | 'declined' | 'bound' | 'blocked' | 'asked' | 'repriced'

export type NewTask = Pick<
  TaskRow,
  'task_id' | 'kind' | 'uid' | 'revision' | 'item' | 'carrier_id' | 'created_at' | 'due_at'
>

export const deskTasks = sealedTable('desk_tasks', 'erasure', {
  task_id: t.key(t.text()),
  kind: t.text<'quote' | 'bind'>(),
  uid: t.erased(t.text()),
  revision: t.orNull(t.number()),
  item: t.text(),
  carrier_id: t.text(),
  created_at: t.time(),
  due_at: t.time(),
  claimed_by: t.orNull(t.text()),
  claimed_at: t.orNull(t.time()),
  question: t.orNull(t.encrypted('question')),
  asked_at: t.orNull(t.time()),
  answer: t.orNull(t.encrypted('answer')),
  answered_by: t.orNull(t.text()),
  answered_at: t.orNull(t.time()),
  outcome: t.orNull(t.text<TaskOutcome>()),
  done_by: t.orNull(t.text()),
  done_at: t.orNull(t.time()),
  emailed_at: t.unsealed('a date', t.orNull(t.time())),
})

export type TaskRow = Row<typeof deskTasks>

const tables = tablesOf(deskTasks, intakes)

export const insertTask = async (db: Db, row: NewTask): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('desk_tasks')
    .values(row)
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

const isUnanswered = sql<boolean>`not exists (
  select from carrier_answers as known
  where (known.uid, known.revision, known.item, known.carrier_id)
    = (desk_tasks.uid, desk_tasks.revision, desk_tasks.item, desk_tasks.carrier_id)
)`

/** A quote task is open for the current revision, while late answers are taken and none is on record. */
const openTasks = (db: Db, quotable: readonly string[]) =>
  tables(db)
    .selectFrom('desk_tasks')
    .innerJoin('intakes', 'intakes.uid', 'desk_tasks.uid')
    .where('done_at', 'is', null)
    .where(({ and, eb, or, ref }) =>
      or([
        eb('kind', '=', 'bind'),
        and([
          eb('intakes.revision', '=', ref('desk_tasks.revision')),
          eb('intakes.status', 'in', [...quotable]),
          isUnanswered,
        ]),
      ]),
    )

export const isOpenTask = async (db: Db, quotable: readonly string[], taskId: string): Promise<boolean> =>
  (await openTasks(db, quotable).select('task_id').where('task_id', '=', taskId).executeTakeFirst()) !==
  undefined

const isOverdue = (now: Date) =>
  sql<boolean>`(due_at < ${now} and (asked_at is null or answered_at is not null))`

const FIRST_DUE = { table: 'desk_tasks', by: ['due_at', 'task_id'] } as const

export type TaskList = { quotable: readonly string[]; now: Date; overdue?: boolean }

export const listOpenTaskRows = (
  db: Db,
  { quotable, now, overdue }: TaskList,
  { after, limit }: PageAsked,
): Promise<TaskRow[]> =>
  openTasks(db, quotable)
    .selectAll('desk_tasks')
    .$if(overdue !== undefined, of => of.where(isOverdue(now), '=', overdue === true))
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

export const listTaskRowsHeldBy = (db: Db, holder: string): Promise<TaskRow[]> =>
  tables(db)
    .selectFrom('desk_tasks')
    .selectAll()
    .where('claimed_by', '=', holder)
    .where('done_at', 'is', null)
    .orderBy('task_id')
    .execute()

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
