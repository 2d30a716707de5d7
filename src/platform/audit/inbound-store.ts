import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../db/after-row.ts'
import type { Db } from '../db/database.ts'
import { countOf } from '../db/one-row.ts'
import { type Row, t, table, tablesOf } from '../db/table.ts'
import { DAY } from '../lib/clock.ts'

export type InboundOutcome = 'taken' | 'refused' | 'ignored' | 'failed' | 'unsigned'

export const inboundEvents = table(
  'inbound_events',
  'what was sent to us, for staff; an event counts where it was taken, and its body is encrypted',
  {
    inbound_id: t.text(),
    source: t.key(t.text()),
    event_id: t.key(t.text()),
    type: t.text(),
    outcome: t.text<InboundOutcome>(),
    reason: t.orNull(t.text()),
    uid: t.held(t.erased(t.orNull(t.text()))),
    times: t.number(),
    first_at: t.time(),
    last_at: t.purged(30 * DAY, t.time()),
    body: t.orNull(t.encrypted()),
    closed_at: t.orNull(t.time()),
  },
)

export type InboundRow = Row<typeof inboundEvents>

const tables = tablesOf(inboundEvents)

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

export const countFailedInbound = (db: Db, source?: string): Promise<number> =>
  countOf(failed(db).$if(source !== undefined, query => query.where('source', '=', source as string)))

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
