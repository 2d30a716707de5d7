import { intakes } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mustBeOne } from '../../../platform/db/must-be-one.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { columnsBut, type Row, t, table, tablesOf } from '../../../platform/db/table.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import type { WaitingOn } from '../../line/wire/waiting-on.ts'
import { type Bucket, buckets, type DetailStatus } from '../application/statuses.ts'

export type StatusCounts = Record<Bucket, number>

export const propertyRows = table('property_rows', 'copies for the dashboard, made again with every change', {
  uid: t.key(t.text()),
  home_index: t.key(t.number()),
  row_id: t.generated(t.number()),
  owner: t.text(),
  sandbox: t.bool(),
  property_id: t.orNull(t.text()),
  status: t.text<Bucket>(),
  city: t.orNull(t.text()),
  state: t.orNull(t.text()),
  zip: t.orNull(t.text()),
  property_type: t.orNull(t.text()),
  home_ownership: t.orNull(t.text()),
  new_purchase: t.orNull(t.bool()),
  email_known: t.bool(),
  offers_published: t.bool(),
  submitted_at: t.orNull(t.time()),
  updated_at: t.time(),
  inserted_at: t.time(),
  detail_status: t.orNull(t.text<DetailStatus>()),
  waiting_on: t.text<WaitingOn>(),
})

export const propertyCounts = table('property_counts', 'sums for the dashboard', {
  owner: t.key(t.text()),
  slot: t.key(t.number()),
  ...recordOf(buckets, () => t.number()),
})

export type PropertyRow = Omit<Row<typeof propertyRows>, 'row_id'>

const tables = tablesOf(propertyRows, propertyCounts, intakes)

const KEPT = ['uid', 'home_index', 'owner', 'sandbox', 'inserted_at'] as const
const CHANGING = columnsBut(propertyRows, 'row_id', ...KEPT)

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
