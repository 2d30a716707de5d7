import type { Db } from '../../../platform/db/database.ts'
import { lockName } from '../../../platform/db/named-lock.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const carrierEvents = sealedTable('carrier_events', 'erasure', {
  carrier_id: t.key(t.text()),
  event_id: t.key(t.text()),
  type: t.text(),
  uid: t.erased(t.text()),
  request_id: t.text(),
  received_at: t.time(),
  outcome: t.text(),
  body: t.encrypted(),
})

export type EventRow = Row<typeof carrierEvents>

const tables = tablesOf(carrierEvents)

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
