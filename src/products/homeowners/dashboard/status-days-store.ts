import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { t, table, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { buckets } from '../application/statuses.ts'
import type { StatusCounts } from '../intake/property-row-store.ts'
import { FIRST_SANDBOX_SLOT } from './store.ts'

export const propertyDays = table('property_days', 'sums for the dashboard', {
  owner: t.key(t.text()),
  day: t.purged(90 * DAY, t.key(t.day())),
  slot: t.key(t.number()),
  needs_more_info: t.number(),
  pending_quotes: t.number(),
  quoted: t.number(),
  quotes_published: t.number(),
})

const tables = tablesOf(propertyDays)

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
