import { type Generated, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export const buckets = ['needs_more_info', 'pending_quotes', 'quoted', 'quotes_published'] as const
export type Bucket = (typeof buckets)[number]
export type StatusCounts = Record<Bucket, number>

export type PropertyRow = {
  uid: string
  home_index: number
  owner: string
  sandbox: boolean
  property_id: string | null
  status: Bucket
  city: string | null
  state: string | null
  zip: string | null
  property_type: string | null
  home_ownership: string | null
  new_purchase: boolean | null
  email_known: boolean
  offers_published: boolean
  submitted_at: Date | null
  updated_at: Date
  inserted_at: Date
}

type Tables = {
  property_rows: PropertyRow & { row_id: Generated<number> }
  property_counts: StatusCounts & { owner: string; slot: number }
  intakes: { uid: string; offers_mailed_at: Date | null }
}

const tables = (db: Db) => db.withTables<Tables>()

// A row that is there keeps its place in the list, its owner and the time it came.
const KEPT = ['uid', 'home_index', 'owner', 'sandbox', 'inserted_at'] as const
const CHANGING = [
  'property_id',
  'status',
  'city',
  'state',
  'zip',
  'property_type',
  'home_ownership',
  'new_purchase',
  'email_known',
  'offers_published',
  'submitted_at',
  'updated_at',
] as const

const saveRow = prepared<PropertyRow & { homes: number }, unknown>(
  [...KEPT, ...CHANGING, 'homes'],
  (db, { homes, ...row }) =>
    tables(db)
      .with('gone', inside =>
        inside.deleteFrom('property_rows').where('uid', '=', row.uid).where('home_index', '>=', homes),
      )
      .insertInto('property_rows')
      .values(row)
      .onConflict(conflict =>
        conflict
          .columns(['uid', 'home_index'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(CHANGING.map(name => [name, ref(`excluded.${name}`)])),
          ),
      ),
)

/** The rows of one intake, all of them and in order; those of homes that are gone go too. */
export const replaceRows = async (db: Db, rows: readonly PropertyRow[]): Promise<void> => {
  for (const row of rows) await saveRow(db, { ...row, homes: rows.length })
}

/** False when it was known already. */
export const noteOffersMailed = async (db: Db, uid: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('intakes')
    .set({ offers_mailed_at: now })
    .where('uid', '=', uid)
    .where('offers_mailed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whoever asks has written or locked the intake's row, and so has whoever notes it: neither misses the other. */
export const offersMailedAt = async (db: Db, uid: string): Promise<Date | null> => {
  const row = await tables(db)
    .selectFrom('intakes')
    .select('offers_mailed_at')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.offers_mailed_at ?? null
}

export type RowFilter = {
  owner: string
  uid?: string | undefined
  property_id?: string | undefined
  status?: Bucket | undefined
}

const matching = <O>(
  rows: SelectQueryBuilder<Tables, 'property_rows', O>,
  { owner, uid, property_id, status }: RowFilter,
) => {
  const own = rows.where('owner', '=', owner)
  const ofUid = uid === undefined ? own : own.where('uid', '=', uid)
  const ofProperty = property_id === undefined ? ofUid : ofUid.where('property_id', '=', property_id)
  if (status === undefined) return ofProperty
  // Written out, not as parameters: only then does the planner use the index of just these rows.
  return status === 'quoted'
    ? ofProperty.where(sql<boolean>`status in ('quoted', 'quotes_published')`)
    : ofProperty.where('status', '=', status)
}

export type Page = { before: number | null; limit: number }

/** Newest first, from below a place in the list: rows that are added meanwhile stand above it. */
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

/** For the rows of one intake or one home; the rows of an operator are counted by `statusCounts`. */
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
