import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { buckets } from '../application/statuses.ts'
import type { StatusCounts } from '../intake/property-row-store.ts'
import { FIRST_SANDBOX_SLOT } from './store.ts'

type Tables = { property_days: StatusCounts & { owner: string; day: string; slot: number } }

const tables = (db: Db) => db.withTables<Tables>()

/** Of live rows. Days are in UTC. Days without changes are absent. */
export const listDays = (db: Db, owner: string, since: string): Promise<(StatusCounts & { day: string })[]> =>
  tables(db)
    .selectFrom('property_days')
    .select(sql<string>`day::text`.as('day'))
    .select(({ fn }) => buckets.map(bucket => fn.sum<number>(bucket).as(bucket)))
    .where('owner', '=', owner)
    .where('slot', '<', FIRST_SANDBOX_SLOT)
    .where('day', '>=', since)
    .groupBy('day')
    .execute() as Promise<(StatusCounts & { day: string })[]>

export const deleteDaysBefore = async (db: Db, day: string): Promise<void> => {
  await deleteInBatches(tables(db), 'property_days', eb => eb('day', '<', day))
}
