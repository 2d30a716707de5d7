import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf } from '../../../platform/db/one-row.ts'
import { tablesOf } from '../../../platform/db/table.ts'
import type { CredentialRow, OperatorRow } from '../../../platform/key/store.ts'
import { credentials, operators } from '../../../platform/key/store.ts'

const tables = tablesOf(operators, credentials)

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

export const countWaiting = (db: Db): Promise<number> =>
  countOf(tables(db).selectFrom('operators').where('standing', '=', 'waiting'))

export const listCredentials = (db: Db, operatorUid: string): Promise<CredentialRow[]> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()

/** Counting stops here, so that a large operator's page opens as fast as a small one's. */
export const MOST_A_DAY = 1000

export type UsageAsked = { operatorUid: string; since: Date; now: Date }

const newestOfEachDay = ({ operatorUid, since, now }: UsageAsked) => sql`
  select day, found.* from generate_series(${since}::timestamptz, ${now}::timestamptz, interval '24 hours') as day
  cross join lateral (
    select uid, sandbox, submitted_at, status from intakes
    where owner = ${operatorUid} and created_at >= day and created_at < day + interval '24 hours'
    order by created_at desc limit ${MOST_A_DAY}
  ) as found`

export type DayCount = { day: string; live: number; sandbox: number; submitted: number; bound: number }

/** `submitted` and `bound` count live applications only. */
export const applicationsByDay = async (db: Db, asked: UsageAsked): Promise<DayCount[]> => {
  const { rows } = await sql<DayCount>`
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where not sandbox)::int as live,
      count(*) filter (where sandbox)::int as sandbox,
      count(submitted_at) filter (where not sandbox)::int as submitted,
      count(*) filter (where not sandbox and status = 'bound')::int as bound
    from (${newestOfEachDay(asked)}) as newest group by day`.execute(db)
  return rows
}

export const MOST_COUNTED = 1000

/** One more than are counted says that there are more. Literals, so that the index of drafts to erase fits. */
export const countUnsubmitted = async (db: Db, operatorUid: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from intakes
      where owner = ${operatorUid} and erased_at is null and submitted_at is null
        and not sandbox and status <> 'withdrawn'
      limit ${MOST_COUNTED + 1}
    ) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

export type EmailCounts = { sent: number; dead: number; suppressed: number }

export const emailsAbout = async (db: Db, asked: UsageAsked): Promise<EmailCounts> => {
  const { rows } = await sql<EmailCounts>`
    select count(*) filter (where emails.status in ('queued', 'kept', 'sent'))::int as sent,
      count(*) filter (where emails.status = 'dead')::int as dead,
      count(*) filter (where emails.status = 'suppressed')::int as suppressed
    from (${newestOfEachDay(asked)}) as newest join emails on emails.intake_uid = newest.uid`.execute(db)
  return rows[0] ?? { sent: 0, dead: 0, suppressed: 0 }
}
