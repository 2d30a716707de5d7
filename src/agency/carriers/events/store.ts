import type { Db } from '../../../platform/db/database.ts'
import { lockName } from '../../../platform/db/named-lock.ts'

export type EventRow = {
  carrier_id: string
  event_id: string
  type: string
  uid: string
  request_id: string
  received_at: Date
  outcome: string
  body: Buffer
}

type Tables = { carrier_events: EventRow }

const tables = (db: Db) => db.withTables<Tables>()

/** Of two deliveries at once, the second waits for the first and then finds its row. */
export const lockEvent = (db: Db, { carrier_id, event_id }: Pick<EventRow, 'carrier_id' | 'event_id'>) =>
  lockName(db, `carrier_events/${carrier_id}/${event_id}`)

export const findEvent = async (
  db: Db,
  { carrier_id, event_id }: Pick<EventRow, 'carrier_id' | 'event_id'>,
): Promise<EventRow | null> =>
  (await tables(db)
    .selectFrom('carrier_events')
    .selectAll()
    .where('carrier_id', '=', carrier_id)
    .where('event_id', '=', event_id)
    .executeTakeFirst()) ?? null

export const insertEvent = async (db: Db, row: EventRow): Promise<void> => {
  await tables(db).insertInto('carrier_events').values(row).execute()
}

export const listEventsAbout = (
  db: Db,
  uid: string,
  limit: number,
): Promise<Pick<EventRow, 'carrier_id' | 'type' | 'received_at' | 'outcome'>[]> =>
  tables(db)
    .selectFrom('carrier_events')
    .select(['carrier_id', 'type', 'received_at', 'outcome'])
    .where('uid', '=', uid)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()

export const listWholeEvents = (db: Db, uid: string): Promise<EventRow[]> =>
  tables(db)
    .selectFrom('carrier_events')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('received_at')
    .orderBy('event_id')
    .execute()

export const deleteEvents = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('carrier_events').where('uid', '=', uid).execute()
}
