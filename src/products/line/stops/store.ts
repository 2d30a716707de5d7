import type { Db } from '../../../platform/db/database.ts'
import { lockName } from '../../../platform/db/named-lock.ts'
import { writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const bindingStops = sealedTable('binding_stops', 'never', {
  stop_id: t.key(t.text()),
  carrier_id: t.orNull(t.text()),
  line: t.orNull(t.text()),
  state: t.orNull(t.text()),
  zips: t.orNull(t.list(t.text())),
  area: t.orNull(t.text()),
  reason: t.text(),
  starts_at: t.time(),
  ends_at: t.orNull(t.time()),
  created_at: t.time(),
  created_by: t.text(),
  lifted_at: t.orNull(t.time()),
  lifted_by: t.orNull(t.text()),
})

export type StopRow = Row<typeof bindingStops>

const tables = tablesOf(bindingStops)

export const lockStops = (db: Db): Promise<void> => lockName(db, 'binding-stops')

export const insertStop = (db: Db, row: Omit<StopRow, 'lifted_at' | 'lifted_by'>): Promise<unknown> =>
  tables(db)
    .insertInto('binding_stops')
    .values({ ...row, lifted_at: null, lifted_by: null })
    .execute()

/** Every row is read and its seal checked, because a forged end would let sales go on. */
export const listOpenStops = async (db: Db, now: Date): Promise<StopRow[]> => {
  const rows = await tables(db).selectFrom('binding_stops').selectAll().orderBy('starts_at').execute()
  return rows.filter(({ lifted_at, ends_at }) => lifted_at === null && (ends_at === null || ends_at > now))
}

export const listEndedStops = (db: Db, now: Date, limit: number): Promise<StopRow[]> =>
  tables(db)
    .selectFrom('binding_stops')
    .selectAll()
    .where(({ or, eb }) => or([eb('lifted_at', 'is not', null), eb('ends_at', '<=', now)]))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export const markLifted = (
  db: Db,
  stop_id: string,
  lifted: { lifted_at: Date; lifted_by: string },
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('binding_stops')
      .set(lifted)
      .where('stop_id', '=', stop_id)
      .where('lifted_at', 'is', null),
  )
