import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  policies: { uid: string; item: string; annual_price: number; policy_number: string }
  offers: {
    uid: string
    item: string
    offer: unknown
    expires_at: Date
    superseded_at: Date | null
    selected_at: Date | null
    refused_at: Date | null
  }
}

type Priced = { uid: string; item: string }

export const listPolicyPrices = (
  db: Db,
  uids: readonly string[],
): Promise<(Priced & { annual_price: number })[]> =>
  db
    .withTables<Tables>()
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
  db
    .withTables<Tables>()
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
