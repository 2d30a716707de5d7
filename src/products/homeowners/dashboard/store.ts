import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Tables, t, table, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { hasPair } from '../../line/record/metadata-store.ts'
import { containing, namesIn, one, SEARCHED } from '../../line/requests-store.ts'
import type { Stage } from '../../line/wire/waiting-on.ts'
import { type Bucket, buckets, statusesAt } from '../application/statuses.ts'
import {
  type PropertyRow,
  propertyCounts,
  propertyRows,
  type StatusCounts,
} from '../intake/property-row-store.ts'

export const propertyDays = table('property_days', 'sums for the dashboard', {
  owner: t.key(t.text()),
  day: t.purged(90 * DAY, t.key(t.day())),
  slot: t.key(t.number()),
  ...recordOf(buckets, () => t.number()),
})

const tables = tablesOf(propertyRows, propertyCounts, propertyDays)

export type RowFilter = {
  owner: string
  uid?: string | undefined
  property_id?: string | undefined
  status?: Bucket | undefined
  stage?: Stage | undefined
  sandbox?: boolean | undefined
  pair?: readonly Buffer[] | undefined
  where?: RawBuilder<boolean>
}

export type HomeRow = PropertyRow & { row_id: number }

// Literals, not parameters, so that the planner uses the partial index.
const IS_SOLD = sql<boolean>`(detail_status in ('bound', 'canceled', 'expired')
  and (detail_status <> 'expired' or offers_published))`

/** See `stageOf` of a row. */
const atStage = (stage: Stage): RawBuilder<boolean> =>
  stage === 'bound'
    ? IS_SOLD
    : sql<boolean>`(coalesce(detail_status, status) in (${namesIn(statusesAt(stage))}) and ${IS_SOLD} is not true)`

const matching = <O>(
  rows: SelectQueryBuilder<Tables<typeof propertyRows | typeof propertyCounts>, 'property_rows', O>,
  { owner, uid, property_id, status, stage, sandbox, pair, where }: RowFilter,
) => {
  const own = rows
    .where('owner', '=', owner)
    .$if(sandbox !== undefined, found => found.where('sandbox', '=', sandbox === true))
    .$if(stage !== undefined, found => found.where(atStage(stage ?? 'ended')))
    .$if(pair !== undefined, found => found.where(hasPair(pair ?? [])))
    .$if(where !== undefined, found => found.where(where ?? sql<boolean>`true`))
  const ofUid = uid === undefined ? own : own.where('uid', '=', uid)
  const ofProperty = property_id === undefined ? ofUid : ofUid.where('property_id', '=', property_id)
  if (status === undefined) return ofProperty
  return status === 'quoted'
    ? ofProperty.where(sql<boolean>`status in ('quoted', 'quotes_published')`)
    : ofProperty.where('status', '=', status)
}

export type RowPage = { before: number | null; limit: number }

export const listRows = (db: Db, filter: RowFilter, { before, limit }: RowPage): Promise<HomeRow[]> => {
  const rows = matching(tables(db).selectFrom('property_rows').selectAll(), filter)
  return (before === null ? rows : rows.where('row_id', '<', before))
    .orderBy('row_id', 'desc')
    .limit(limit)
    .execute()
}

export const countedRows = (db: Db, filter: RowFilter, most: number) =>
  matching(tables(db).selectFrom('property_rows').select(one), filter).limit(most)

export const searchRows = (
  db: Db,
  owner: string,
  { text, limit }: { text: string; limit: number },
): Promise<HomeRow[]> => {
  const like = containing(text)
  return tables(db)
    .with('newest', inside =>
      inside
        .selectFrom('property_rows')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('row_id', 'desc')
        .limit(SEARCHED),
    )
    .selectFrom('newest')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('uid', 'ilike', like),
        eb('property_id', 'ilike', like),
        eb('zip', 'ilike', like),
        sql<boolean>`concat_ws(', ', city, state) ilike ${like}`,
      ]),
    )
    .orderBy('row_id', 'desc')
    .limit(limit)
    .execute()
}

export const countRows = async (db: Db, filter: RowFilter): Promise<number> => {
  const { count } = await matching(
    tables(db)
      .selectFrom('property_rows')
      .select(({ fn }) => fn.countAll<number>().as('count')),
    filter,
  ).executeTakeFirstOrThrow()
  return count
}

const FIRST_SANDBOX_SLOT = 16

export type CountsByMode = { live: StatusCounts; sandbox: StatusCounts }

export const statusCounts = async (db: Db, owner: string): Promise<CountsByMode> => {
  const rows = await tables(db)
    .selectFrom('property_counts')
    .select(sql<boolean>`slot >= ${sql.lit(FIRST_SANDBOX_SLOT)}`.as('sandbox'))
    .select(({ fn }) => buckets.map(bucket => fn.sum<number>(bucket).as(bucket)))
    .where('owner', '=', owner)
    .groupBy('sandbox')
    .execute()
  const countsOf = (sandbox: boolean): StatusCounts => {
    const row = rows.find(found => found.sandbox === sandbox)
    return recordOf(buckets, bucket => row?.[bucket] ?? 0)
  }
  return { live: countsOf(false), sandbox: countsOf(true) }
}

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
