import type { Db } from '../../../platform/db/database.ts'
import { lockName } from '../../../platform/db/named-lock.ts'
import type { BindingStop } from './rule.ts'

export type StopRow = Omit<BindingStop, 'zips'> & {
  zips: string[] | null
  area: string | null
  created_at: Date
  created_by: string
  lifted_at: Date | null
  lifted_by: string | null
}

type Tables = { binding_stops: StopRow }

const tables = (db: Db) => db.withTables<Tables>()

export const lockStops = (db: Db): Promise<void> => lockName(db, 'binding-stops')

export const insertStop = async (db: Db, row: Omit<StopRow, 'lifted_at' | 'lifted_by'>): Promise<void> => {
  await tables(db)
    .insertInto('binding_stops')
    .values({ ...row, lifted_at: null, lifted_by: null })
    .execute()
}

export const listOpenStops = (db: Db, now: Date): Promise<StopRow[]> =>
  tables(db)
    .selectFrom('binding_stops')
    .selectAll()
    .where('lifted_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('starts_at')
    .execute()

export const listEndedStops = (db: Db, now: Date, limit: number): Promise<StopRow[]> =>
  tables(db)
    .selectFrom('binding_stops')
    .selectAll()
    .where(({ or, eb }) => or([eb('lifted_at', 'is not', null), eb('ends_at', '<=', now)]))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export const markLifted = async (
  db: Db,
  stop_id: string,
  lifted: { lifted_at: Date; lifted_by: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('binding_stops')
    .set(lifted)
    .where('stop_id', '=', stop_id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
