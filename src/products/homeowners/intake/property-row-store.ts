import type { Generated } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { mustBeOne } from '../../../platform/db/must-be-one.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import type { WaitingOn } from '../../line/wire/waiting-on.ts'
import type { Bucket, DetailStatus } from '../application/statuses.ts'

export type StatusCounts = Record<Bucket, number>

export type PropertyRow = {
  uid: string
  home_index: number
  owner: string
  sandbox: boolean
  property_id: string | null
  status: Bucket
  detail_status: DetailStatus | null
  waiting_on: WaitingOn
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

export type PropertyTables = {
  property_rows: PropertyRow & { row_id: Generated<number> }
  property_counts: StatusCounts & { owner: string; slot: number }
  intakes: { uid: string; offers_mailed_at: Date | null }
}

const tables = (db: Db) => db.withTables<PropertyTables>()

const KEPT = ['uid', 'home_index', 'owner', 'sandbox', 'inserted_at'] as const
const CHANGING = [
  'property_id',
  'status',
  'detail_status',
  'waiting_on',
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

const insertRow = prepared<PropertyRow, unknown>([...KEPT, ...CHANGING], (db, row) =>
  tables(db).insertInto('property_rows').values(row),
)

const updateRow = prepared<PropertyRow, unknown>(['uid', 'home_index', ...CHANGING], (db, row) =>
  tables(db)
    .with('changed', inside =>
      inside
        .updateTable('property_rows')
        .set(Object.fromEntries(CHANGING.map(name => [name, row[name]])))
        .where('uid', '=', row.uid)
        .where('home_index', '=', row.home_index)
        .returning('uid'),
    )
    .selectFrom('changed')
    .select(mustBeOne),
)

export const insertRows = async (db: Db, rows: readonly PropertyRow[]): Promise<void> => {
  for (const row of rows) await deferred(db, insertRow(db, row))
}

/** For homes that all have a row already: half of the time of `replaceRows`. */
export const updateRows = async (db: Db, rows: readonly PropertyRow[]): Promise<void> => {
  for (const row of rows) await deferred(db, updateRow(db, row))
}

export const replaceRows = async (db: Db, rows: readonly PropertyRow[]): Promise<void> => {
  for (const row of rows) await deferred(db, saveRow(db, { ...row, homes: rows.length }))
}

export const noteOffersEmailed = async (db: Db, uid: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('intakes')
    .set({ offers_mailed_at: now })
    .where('uid', '=', uid)
    .where('offers_mailed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Reader and writer both hold the intake's row lock, so neither misses the other's change. */
export const offersEmailedAt = async (db: Db, uid: string): Promise<Date | null> => {
  const row = await tables(db)
    .selectFrom('intakes')
    .select('offers_mailed_at')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.offers_mailed_at ?? null
}
