import { type Expression, type RawBuilder, sql } from 'kysely'
import { policies } from '../../agency/policies/store.ts'
import type { Db } from '../../platform/db/database.ts'
import { tablesOf } from '../../platform/db/table.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { offers } from './offers/store.ts'
import type { WaitingOn } from './wire/waiting-on.ts'

export const views = ['attention', 'open', 'bound', 'ended'] as const
export type View = (typeof views)[number]

export const STALE_DAYS = 3

export const people = ['homeowner', 'buyer', 'email_proof', 'payment'] as const satisfies readonly WaitingOn[]

export const namesIn = (names: readonly string[]) => sql.join(names.map(name => sql.lit(name)))

const needsAttention = (now: Date) => sql<boolean>`(waiting_on = 'operator' or (
  waiting_on in (${namesIn(people)}) and updated_at <= ${later(now, -STALE_DAYS * DAY)}))`

export type Places = Record<Exclude<View, 'attention'>, RawBuilder<boolean>>

export const inView = ({ view, now }: { view?: View; now: Date }, places: Places): RawBuilder<boolean> => {
  if (view === undefined) return sql`true`
  return view === 'attention' ? sql`${places.open} and ${needsAttention(now)}` : places[view]
}

export const one = sql<number>`1`.as('one')

/** One statement for all. Each stops counting at its limit, so a page costs the same with a thousand rows or a million. */
export const countTogether = async (db: Db, counted: readonly Expression<unknown>[]): Promise<number[]> => {
  const columns = counted.map((rows, at) =>
    sql<number>`(select count(*)::integer from ${rows} as found)`.as(`count_${at}`),
  )
  const row = await db.selectNoFrom(() => columns).executeTakeFirstOrThrow()
  return counted.map((_, at) => row[`count_${at}`] ?? 0)
}

export const SEARCHED = 5000

export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const tables = tablesOf(policies, offers)

type Priced = { uid: string; item: string }

export const listPolicyPrices = (
  db: Db,
  uids: readonly string[],
): Promise<(Priced & { annual_price: number })[]> =>
  tables(db)
    .selectFrom('policies')
    .select(['uid', 'item', 'annual_price'])
    .where('uid', 'in', [...uids])
    .execute()

const price = sql<number>`(offer ->> 'annual_price')::integer`

export const listOfferPrices = (
  db: Db,
  uids: readonly string[],
  now: Date,
): Promise<(Priced & { selected: number | null; lowest: number | null })[]> =>
  tables(db)
    .selectFrom('offers')
    .select([
      'uid',
      'item',
      sql<number | null>`min(${price}) filter (where selected_at is not null)`.as('selected'),
      sql<number | null>`min(${price}) filter (where expires_at > ${now})`.as('lowest'),
    ])
    .where('uid', 'in', [...uids])
    .where('superseded_at', 'is', null)
    .where('refused_at', 'is', null)
    .groupBy(['uid', 'item'])
    .execute()
