import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../db/after-row.ts'
import type { Db } from '../../db/database.ts'
import type { CredentialRow, OperatorRow } from '../../key/store.ts'

type Tables = { operators: OperatorRow; credentials: CredentialRow }

const tables = (db: Db) => db.withTables<Tables>()

const OLDEST = { table: 'operators', by: ['created_at', 'operator_uid'] } as const

export const listWaitingOperators = (db: Db, { after, limit }: PageAsked): Promise<OperatorRow[]> =>
  tables(db)
    .selectFrom('operators')
    .selectAll()
    .where('standing', '=', 'waiting')
    .where(isAfter(OLDEST, after))
    .orderBy('created_at')
    .orderBy('operator_uid')
    .limit(limit)
    .execute()

const NEWEST = { table: 'operators', by: ['created_at', 'operator_uid'], newestFirst: true } as const

export const listDecidedOperators = (db: Db, { after, limit }: PageAsked): Promise<OperatorRow[]> =>
  tables(db)
    .selectFrom('operators')
    .selectAll()
    .where(({ or, eb }) => or([eb('standing', 'is', null), eb('standing', '!=', 'waiting')]))
    .where(isAfter(NEWEST, after))
    .orderBy('created_at', 'desc')
    .orderBy('operator_uid', 'desc')
    .limit(limit)
    .execute()

export const countWaiting = async (db: Db): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('operators')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('standing', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

export const listKeys = (db: Db, operatorUid: string): Promise<CredentialRow[]> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()

export type DayCount = { day: string; live: number; sandbox: number }

export const applicationsByDay = async (db: Db, operatorUid: string, since: Date): Promise<DayCount[]> => {
  const { rows } = await sql<DayCount>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where not sandbox)::int as live, count(*) filter (where sandbox)::int as sandbox
    from intakes where owner = ${operatorUid} and created_at >= ${since} group by 1`.execute(db)
  return rows
}

export type LiveCounts = { created: number; submitted: number; bound: number }

export const liveApplications = async (db: Db, operatorUid: string, since: Date): Promise<LiveCounts> => {
  const { rows } = await sql<LiveCounts>`
    select count(*)::int as created, count(submitted_at)::int as submitted,
      count(*) filter (where status = 'bound')::int as bound
    from intakes where owner = ${operatorUid} and not sandbox and created_at >= ${since}`.execute(db)
  return rows[0] ?? { created: 0, submitted: 0, bound: 0 }
}

export type EmailCounts = { sent: number; dead: number; suppressed: number }

export const emailsFor = async (db: Db, operatorUid: string, since: Date): Promise<EmailCounts> => {
  const { rows } = await sql<EmailCounts>`
    select count(*) filter (where emails.status in ('queued', 'kept', 'sent'))::int as sent,
      count(*) filter (where emails.status = 'dead')::int as dead,
      count(*) filter (where emails.status = 'suppressed')::int as suppressed
    from emails join intakes on intakes.uid = emails.intake_uid
    where intakes.owner = ${operatorUid} and emails.created_at >= ${since}`.execute(db)
  return rows[0] ?? { sent: 0, dead: 0, suppressed: 0 }
}
