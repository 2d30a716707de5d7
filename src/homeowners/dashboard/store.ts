import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import {
  type Bucket,
  buckets,
  type PropertyRow,
  type PropertyTables,
  type StatusCounts,
} from '../intake/property-row-store.ts'

const tables = (db: Db) => db.withTables<PropertyTables>()

export type RowFilter = {
  owner: string
  uid?: string | undefined
  property_id?: string | undefined
  status?: Bucket | undefined
}

const matching = <O>(
  rows: SelectQueryBuilder<PropertyTables, 'property_rows', O>,
  { owner, uid, property_id, status }: RowFilter,
) => {
  const own = rows.where('owner', '=', owner)
  const ofUid = uid === undefined ? own : own.where('uid', '=', uid)
  const ofProperty = property_id === undefined ? ofUid : ofUid.where('property_id', '=', property_id)
  if (status === undefined) return ofProperty
  // Literals, not parameters, so that the planner uses the partial index.
  return status === 'quoted'
    ? ofProperty.where(sql<boolean>`status in ('quoted', 'quotes_published')`)
    : ofProperty.where('status', '=', status)
}

export type Page = { before: number | null; limit: number }

/** Newest first. New rows appear before the cursor, so pages never repeat a row. */
export const listRows = (
  db: Db,
  filter: RowFilter,
  { before, limit }: Page,
): Promise<(PropertyRow & { row_id: number })[]> => {
  const rows = matching(tables(db).selectFrom('property_rows').selectAll(), filter)
  return (before === null ? rows : rows.where('row_id', '<', before))
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

export const statusCounts = async (db: Db, owner: string): Promise<StatusCounts> => {
  const row = await tables(db)
    .selectFrom('property_counts')
    .select(({ fn }) => buckets.map(bucket => fn.sum<number | null>(bucket).as(bucket)))
    .where('owner', '=', owner)
    .executeTakeFirst()
  const counts = buckets.map(bucket => [bucket, row?.[bucket] ?? 0] as const)
  return Object.fromEntries(counts) as StatusCounts
}
