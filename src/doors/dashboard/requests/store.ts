import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { intakes } from '../../../platform/audit/store.ts'
import { uidByTime } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Tables, tablesOf } from '../../../platform/db/table.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import type { DashboardQuery } from '../../../products/homeowners/dashboard/query.ts'
import { type PropertyRow, propertyRows } from '../../../products/homeowners/intake/property-row-store.ts'
import {
  IS_ERASED,
  PURCHASE,
  type PurchaseRow,
  type Stands,
} from '../../../products/line/reviewed-purchase/dashboard/store.ts'
import { people, STALE_DAYS, umbrellaStatuses, type View } from './standing.ts'

export type HomeRow = PropertyRow & { row_id: number }
export type UmbrellaRow = PurchaseRow

type Homes = Tables<typeof propertyRows>
type Umbrellas = Tables<typeof intakes>

export type Filter = Pick<DashboardQuery, 'status' | 'uid' | 'property_id'> & {
  view?: View
  owner: string
  sandbox?: boolean | undefined
  now: Date
}

export type RequestPage<K> = { before: K | null; limit: number }

const stale = (now: Date): Date => later(now, -STALE_DAYS * DAY)

const listed = (names: readonly string[]) => sql.join(names.map(name => sql.lit(name)))

// Literals, not parameters, so that the planner uses the partial indexes.
const HOMES: Places = {
  open: sql`waiting_on <> 'nobody'`,
  bound: sql`detail_status = 'bound'`,
  ended: sql`waiting_on = 'nobody' and detail_status is distinct from 'bound'`,
}

/** Yours, or a person's who has not answered for days. */
const needsAttention = (now: Date) => sql<boolean>`(waiting_on = 'operator' or (
  waiting_on in (${listed(people)}) and updated_at <= ${stale(now)}))`

type Places = Record<Exclude<View, 'attention'>, RawBuilder<boolean>>

const inView = (
  { view, now }: { view: View | undefined; now: Date },
  places: Places,
): RawBuilder<boolean> => {
  if (view === undefined) return sql`true`
  return view === 'attention' ? sql`${places.open} and ${needsAttention(now)}` : places[view]
}

const homes = <O>(
  rows: SelectQueryBuilder<Homes, 'property_rows', O>,
  { owner, sandbox, view, status, uid, property_id, now }: Filter,
) =>
  rows
    .where('owner', '=', owner)
    .$if(sandbox !== undefined, found => found.where('sandbox', '=', sandbox === true))
    .where(inView({ view, now }, HOMES))
    .$if(uid !== undefined, found => found.where('uid', '=', String(uid)))
    .$if(property_id !== undefined, found => found.where('property_id', '=', String(property_id)))
    .$if(status === 'quoted', found => found.where(sql<boolean>`status in ('quoted', 'quotes_published')`))
    .$if(status !== undefined && status !== 'quoted', found =>
      found.where('status', '=', status as PropertyRow['status']),
    )

const over = listed([...umbrellaStatuses.bound, ...umbrellaStatuses.ended])
const UMBRELLAS: Places = {
  open: sql`status not in (${over}) and erased_at is null`,
  bound: sql`status in (${listed(umbrellaStatuses.bound)})`,
  ended: sql`(status in (${listed(umbrellaStatuses.ended)}) or ${IS_ERASED})`,
}

const umbrellas = <O>(
  rows: SelectQueryBuilder<Umbrellas, 'intakes', O>,
  { owner, sandbox, view, uid, now }: Filter,
) =>
  rows
    .where('line', '=', 'umbrella')
    .where('owner', '=', owner)
    .$if(sandbox !== undefined, found => found.where('sandbox', '=', sandbox === true))
    .where(inView({ view, now }, UMBRELLAS))
    .$if(uid !== undefined, found => found.where('uid', '=', String(uid)))

const tables = tablesOf(propertyRows, intakes)

const fromHomes = (db: Db) => tables(db).selectFrom('property_rows')
const fromUmbrellas = (db: Db) => tables(db).selectFrom('intakes')

/** Newest first. A row keeps its number, so pages neither repeat nor skip one. */
export const listHomes = (
  db: Db,
  filter: Filter,
  { before, limit }: RequestPage<number>,
): Promise<HomeRow[]> =>
  homes(fromHomes(db).selectAll(), filter)
    .$if(before !== null, rows => rows.where('row_id', '<', Number(before)))
    .orderBy('row_id', 'desc')
    .limit(limit)
    .execute()

export const listUmbrellas = (
  db: Db,
  filter: Filter,
  { before, limit }: RequestPage<string>,
): Promise<UmbrellaRow[]> =>
  umbrellas(fromUmbrellas(db).select(PURCHASE), filter)
    .$narrowType<Stands>()
    .$if(before !== null, rows => rows.where(uidByTime, '<', String(before)))
    .orderBy(uidByTime, 'desc')
    .limit(limit)
    .execute()

type Counted = { homes: boolean; umbrellas: boolean; most: number }

const one = sql<number>`1`.as('one')

/** One statement for all. It stops counting at `most`, so a page costs the same with a thousand rows or a million. */
export const countUpTo = async (
  db: Db,
  filters: readonly Filter[],
  { homes: withHomes, umbrellas: withUmbrellas, most }: Counted,
): Promise<number[]> => {
  const counts = filters.flatMap(filter => [
    ...(withHomes ? [homes(fromHomes(db).select(one), filter).limit(most)] : []),
    ...(withUmbrellas ? [umbrellas(fromUmbrellas(db).select(one), filter).limit(most)] : []),
  ])
  const each = counts.length / Math.max(1, filters.length)
  if (each === 0) return filters.map(() => 0)
  const columns = counts.map((rows, at) =>
    sql<number>`(select count(*)::integer from ${rows} as found)`.as(`count_${at}`),
  )
  const row = await db.selectNoFrom(() => columns).executeTakeFirstOrThrow()
  const found = counts.map((_, at) => row[`count_${at}`] ?? 0)
  return filters.map((_, at) =>
    Math.min(
      most,
      found.slice(at * each, (at + 1) * each).reduce((sum, count) => sum + count, 0),
    ),
  )
}

const SEARCHED = 5000

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

type Asked = { text: string; limit: number }

/** Looks through the newest rows only, so that a search costs the same for every operator. */
export const searchHomes = (db: Db, owner: string, { text, limit }: Asked): Promise<HomeRow[]> => {
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

export const searchUmbrellas = (db: Db, owner: string, { text, limit }: Asked): Promise<UmbrellaRow[]> => {
  const like = containing(text)
  return tables(db)
    .with('newest', inside =>
      inside
        .selectFrom('intakes')
        .select(PURCHASE)
        .where('line', '=', 'umbrella')
        .where('owner', '=', owner)
        .orderBy(uidByTime, 'desc')
        .limit(SEARCHED),
    )
    .selectFrom('newest')
    .selectAll()
    .where('uid', 'ilike', like)
    .orderBy(uidByTime, 'desc')
    .limit(limit)
    .$narrowType<Stands>()
    .execute()
}
