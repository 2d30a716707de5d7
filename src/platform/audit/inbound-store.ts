import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../db/after-row.ts'
import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { DAY } from '../lib/clock.ts'

export const INBOUND_KEPT = 30 * DAY

export type InboundOutcome = 'taken' | 'refused' | 'ignored' | 'failed' | 'unsigned'

export type InboundRow = {
  inbound_id: string
  source: string
  event_id: string
  type: string
  outcome: InboundOutcome
  reason: string | null
  uid: string | null
  times: number
  first_at: Date
  last_at: Date
  body: Buffer | null
  closed_at: Date | null
}

type Tables = { inbound_events: InboundRow; legal_holds: { uid: string; lifted_at: Date | null } }

const tables = (db: Db) => db.withTables<Tables>()

export const saveInbound = async (db: Db, row: InboundRow): Promise<void> => {
  const { type, outcome, reason, uid, last_at } = row
  await tables(db)
    .insertInto('inbound_events')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['source', 'event_id']).doUpdateSet(({ eb }) => ({
        type,
        outcome,
        reason,
        uid,
        last_at,
        body: sql<Buffer | null>`case when inbound_events.closed_at is null then excluded.body end`,
        times: eb('inbound_events.times', '+', 1),
      })),
    )
    .execute()
}

export const findInbound = (db: Db, inboundId: string): Promise<InboundRow | undefined> =>
  tables(db).selectFrom('inbound_events').selectAll().where('inbound_id', '=', inboundId).executeTakeFirst()

const failed = (db: Db) =>
  tables(db).selectFrom('inbound_events').where('outcome', '=', 'failed').where('closed_at', 'is', null)

const OLDEST = { table: 'inbound_events', by: ['first_at', 'inbound_id'] } as const

export const listFailedInbound = (db: Db, { after, limit }: PageAsked): Promise<Omit<InboundRow, 'body'>[]> =>
  failed(db)
    .where(isAfter(OLDEST, after))
    .select([
      'inbound_id',
      'source',
      'event_id',
      'type',
      'outcome',
      'reason',
      'uid',
      'times',
      'first_at',
      'last_at',
      'closed_at',
    ])
    .orderBy('first_at')
    .orderBy('inbound_id')
    .limit(limit)
    .execute()

export const countFailedInbound = async (db: Db, source?: string): Promise<number> => {
  const { count } = await failed(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(source !== undefined, query => query.where('source', '=', source as string))
    .executeTakeFirstOrThrow()
  return count
}

export type InboundSum = {
  source: string
  outcome: InboundOutcome
  reason: string | null
  events: number
  repeats: number
  last_at: Date
}

export const sumInbound = async (db: Db, since: Date): Promise<InboundSum[]> => {
  const { rows } = await sql<InboundSum>`
    select source, outcome, reason, max(last_at) as last_at,
      (case when outcome = 'unsigned' then sum(times) else count(*) end)::int as events,
      (case when outcome = 'unsigned' then 0 else sum(times - 1) end)::int as repeats
    from inbound_events where last_at >= ${since} group by source, outcome, reason
    order by source, outcome, reason
  `.execute(db)
  return rows
}

export const closeFailedInbound = (
  db: Db,
  inboundId: string,
  closedAt: Date,
): Promise<Pick<InboundRow, 'uid'> | undefined> =>
  tables(db)
    .updateTable('inbound_events')
    .set({ closed_at: closedAt, body: null })
    .where('inbound_id', '=', inboundId)
    .where('outcome', '=', 'failed')
    .where('closed_at', 'is', null)
    .returning('uid')
    .executeTakeFirst()

export const deleteInboundAbout = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('inbound_events').where('uid', '=', uid).execute()
}

export const deleteInboundBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'inbound_events', ({ eb, and, not, exists, selectFrom }) =>
    and([
      eb('last_at', '<', moment),
      not(
        exists(
          selectFrom('legal_holds')
            .select('legal_holds.uid')
            .whereRef('legal_holds.uid', '=', 'inbound_events.uid')
            .where('legal_holds.lifted_at', 'is', null),
        ),
      ),
    ]),
  )
}
