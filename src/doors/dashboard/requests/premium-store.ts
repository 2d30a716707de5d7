import { sql } from 'kysely'
import { policies } from '../../../agency/policies/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { tablesOf } from '../../../platform/db/table.ts'
import { offers } from '../../../products/line/offers/store.ts'

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
