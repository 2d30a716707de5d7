import { sql } from 'kysely'
import type pg from 'pg'
import type { PageAsked } from '../db/after-row.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { SealedColumn } from '../db/seals/sealed-column.ts'
import { deferred } from '../db/session.ts'
import type { Sealer } from '../lib/sealer.ts'
import { traceHeaders } from '../lib/tracing.ts'

type NewJob = { task: string; payload: string; maxAttempts: number }

const insertJob = prepared<NewJob, unknown>(
  ['task', 'payload', 'maxAttempts'],
  (db, { task, payload, maxAttempts }) =>
    db.selectNoFrom(sql`queue_job(${task}, ${payload}::json, ${maxAttempts})`.as('job')),
)

export const addJob = (db: Db, task: string, payload: object, maxAttempts: number): Promise<void> =>
  deferred(
    db,
    insertJob(db, { task, payload: JSON.stringify({ ...payload, ...traceHeaders() }), maxAttempts }),
  )

/** A second job with the same key replaces the first. `keepsTime`: a waiting job keeps its time. */
export const addJobAt = async (
  db: Db,
  { task, payload, maxAttempts }: { task: string; payload: object; maxAttempts: number },
  { runAt, key, keepsTime = false }: { runAt: Date; key: string; keepsTime?: boolean },
): Promise<void> => {
  await sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, null, ${runAt},
      ${maxAttempts}, ${key}, null, null, ${keepsTime ? 'preserve_run_at' : 'replace'})
  `.execute(db)
}

export const runNow = async (db: Db, task: string, about: object): Promise<'none' | 'running' | 'soon'> => {
  const { rows } = await sql<{ id: string; is_running: boolean }>`
    select jobs.id::text, jobs.locked_at is not null as is_running
    from graphile_worker.jobs as jobs join graphile_worker._private_jobs as told on told.id = jobs.id
    where jobs.task_identifier = ${task} and told.payload::jsonb @> ${JSON.stringify(about)}::jsonb
      and (jobs.locked_at is not null or jobs.attempts < jobs.max_attempts)
    order by is_running desc, jobs.run_at limit 1
  `.execute(db)
  const [next] = rows
  if (!next) return 'none'
  if (next.is_running) return 'running'
  const { rows: moved } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${next.id}::bigint], run_at => now())
  `.execute(db)
  return moved.length > 0 ? 'soon' : 'running'
}

export const countDeadJobs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
  `.execute(db)
  return rows[0]?.count ?? 0
}

export const holdJobsAbout = async (db: Db, uid: string): Promise<void> => {
  await sql`
    select graphile_worker.reschedule_jobs(
      (select array_agg(id) from graphile_worker._private_jobs
       where coalesce(payload ->> 'intake_uid', payload ->> 'uid') = ${uid}),
      run_at => now() + interval '1 year')
  `.execute(db)
}

export type TaskBacklog = { task: string; due: number; oldest_seconds: number }

/** Counts jobs that could run now, not those scheduled for later. The library sets the times, so the database compares. */
export const listBacklog = async (db: Db): Promise<TaskBacklog[]> => {
  const { rows } = await sql<TaskBacklog>`
    select task_identifier as task, count(*)::int as due,
      extract(epoch from max(now() - run_at))::float8 as oldest_seconds
    from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts
    group by task_identifier
  `.execute(db)
  return rows
}

export type DeadJob = {
  id: string
  task: string
  attempts: number
  failed_at: Date
  intake_uid: string | null
}

/** Omits the errors, because their text can quote personal data. In the order of ids: a job that is done is deleted. */
export const listDeadJobs = async (db: Db, { after, limit }: PageAsked): Promise<DeadJob[]> => {
  const { rows } = await sql<DeadJob>`
    select jobs.id::text, jobs.task_identifier as task, jobs.attempts, jobs.updated_at as failed_at,
      coalesce(payload ->> 'intake_uid', payload ->> 'uid') as intake_uid
    from graphile_worker.jobs as jobs join graphile_worker._private_jobs as told on told.id = jobs.id
    where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null and jobs.id > ${after ?? '0'}::bigint
    order by jobs.id
    limit ${limit}
  `.execute(db)
  return rows
}

export const retryDeadJob = async (
  db: Db,
  id: string,
): Promise<Pick<DeadJob, 'task' | 'intake_uid'> | null> => {
  const { rows } = await sql<Pick<DeadJob, 'task' | 'intake_uid'>>`
    with revived as (
      select * from graphile_worker.reschedule_jobs(
        (select array_agg(id) from graphile_worker.jobs
         where id::text = ${id} and attempts >= max_attempts and locked_at is null),
        run_at => now(), attempts => 0)
    )
    select tasks.identifier as task, coalesce(payload ->> 'intake_uid', payload ->> 'uid') as intake_uid
    from revived join graphile_worker._private_tasks as tasks on tasks.id = revived.task_id
  `.execute(db)
  return rows[0] ?? null
}

export const closeDeadJob = async (
  db: Db,
  id: string,
): Promise<Pick<DeadJob, 'task' | 'intake_uid'> | null> => {
  const { rows } = await sql<Pick<DeadJob, 'task' | 'intake_uid'>>`
    with closed as (
      select * from graphile_worker.complete_jobs(
        (select array_agg(id) from graphile_worker.jobs
         where id::text = ${id} and attempts >= max_attempts and locked_at is null))
    )
    select tasks.identifier as task, coalesce(payload ->> 'intake_uid', payload ->> 'uid') as intake_uid
    from closed join graphile_worker._private_tasks as tasks on tasks.id = closed.task_id
  `.execute(db)
  return rows[0] ?? null
}

export const askSession = async (client: pg.PoolClient): Promise<void> => {
  await client.query('select 1')
}

const LOCK_NAME = "hashtextextended('bindery-worker/' || $1, 0)"

export const lockWorker = async (client: pg.PoolClient, workerId: string): Promise<boolean> => {
  const question = `select pg_try_advisory_lock(${LOCK_NAME}) as held`
  return (await client.query<{ held: boolean }>(question, [workerId])).rows[0]?.held === true
}

export const unlockWorker = async (client: pg.PoolClient, workerId: string): Promise<void> => {
  await client.query(`select pg_advisory_unlock(${LOCK_NAME})`, [workerId])
}

/**
 * Skips jobs locked a moment ago: their worker may be about to take its lock. The library sets these times. The locks
 * are tried apart from the table, which may be on another node.
 */
export const releaseJobsOfDeadWorkers = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ locked_by: string }>(`
    select distinct locked_by from graphile_worker._private_jobs
    where locked_by is not null and locked_at < clock_timestamp() - interval '5 seconds'
  `)
  if (rows.length === 0) return
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from unnest($1::text[]) as locked_by
     where pg_try_advisory_xact_lock(${LOCK_NAME.replace('$1', 'locked_by')}) having count(*) > 0`,
    [rows.map(({ locked_by }) => locked_by)],
  )
}

/** Only what was locked a while ago: the answer that hands over a job may still be on its way. */
export const listLockedBy = async (pool: pg.Pool, workerId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from graphile_worker._private_jobs
     where locked_by = $1 and locked_at < clock_timestamp() - interval '5 seconds'`,
    [workerId],
  )
  return rows.map(({ id }) => id)
}

export const releaseJobs = async (pool: pg.Pool, workerId: string, ids: readonly string[]): Promise<void> => {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_by = $1 and id = any ($2::bigint[])`,
    [workerId, ids],
  )
}

export const ATTEMPTS_FOR_FOUR_DAYS = 25
export const ATTEMPTS_FOR_A_DAY = 14
export const ATTEMPTS_FOR_TEN_SECONDS = 3
export const ONE_ATTEMPT = 1

export type SealedPayload = { sealed: string }

export const sealPayload = (sealer: Sealer, task: string, facts: object): SealedPayload => ({
  sealed: sealer.seal(task, JSON.stringify(facts)).toString('base64'),
})

export const openPayload = <T>(sealer: Sealer, task: string, { sealed }: SealedPayload): T =>
  sealer.openJson<T>(task, Buffer.from(sealed, 'base64'))

export const sealedPayloads = (task: string): SealedColumn => ({
  table: 'graphile_worker._private_jobs',
  key: ['id'],
  column: 'payload',
  field: 'sealed',
  only: `task_id = (select id from graphile_worker._private_tasks where identifier = '${task}')`,
  context: () => task,
})
