import { sql } from 'kysely'
import { policyEnds } from '../../../agency/policies/life/end-store.ts'
import { policies } from '../../../agency/policies/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'

export const propertyPurchases = table(
  'property_purchases',
  'keeps a second buyer away from an address; orders and policies are sealed',
  {
    line: t.key(t.text()),
    address_mac: t.key(t.bytes()),
    uid: t.text(),
    item: t.text(),
    claimed_at: t.time(),
  },
)

type Purchase = Omit<Row<typeof propertyPurchases>, 'address_mac'>

type Macs = readonly [Buffer, ...Buffer[]]

const tables = tablesOf(propertyPurchases, policies, policyEnds)

export const holderOf = (db: Db, line: string, macs: readonly Buffer[]) =>
  tables(db)
    .selectFrom('property_purchases')
    .select(['uid', 'item'])
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .executeTakeFirst()

/** The primary key decides between two purchases at once: the second waits for the first, then finds its row. */
export const insertPurchase = async (
  db: Db,
  purchase: Purchase,
  [current, ...older]: Macs,
): Promise<boolean> => {
  const isSame = (holder: Pick<Purchase, 'uid' | 'item'>): boolean =>
    holder.uid === purchase.uid && holder.item === purchase.item
  const before = older.length > 0 ? await holderOf(db, purchase.line, older) : undefined
  if (before) return isSame(before)
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('property_purchases')
    .values({ ...purchase, address_mac: current })
    .onConflict(conflict => conflict.columns(['line', 'address_mac']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  const holder = await holderOf(db, purchase.line, [current])
  return holder !== undefined && isSame(holder)
}

const endOf = (db: Db, by: string) =>
  tables(db)
    .selectFrom('policy_ends')
    .select('policy_ends.policy_id')
    .where('policy_ends.ended_on', '<=', by)
    .where(sql<boolean>`policy_ends.policy_id = policies.policy_id`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('policy_ends as later')
            .select('later.policy_id')
            .whereRef('later.policy_id', '=', 'policy_ends.policy_id')
            .whereRef('later.number', '>', 'policy_ends.number')
            .where('later.kind', '<>', 'noticed'),
        ),
      ),
    )

export const hasExpiredBy = (by: string) => sql<boolean>`policies.expiration_date <= ${by} and not exists (
  select from policy_renewals
  where policy_renewals.policy_id = policies.policy_id and status = 'renewed' and period_to > ${by}
)`

type Place = { line: string; macs: Macs }
type Days = { today: string; starts_on: string }

const hasLeft = (db: Db, { today, starts_on }: Days) =>
  tables(db)
    .selectFrom('policies')
    .select('policies.policy_id')
    .where(sql<boolean>`policies.uid = property_purchases.uid and policies.item = property_purchases.item`)
    .where(({ or, exists }) =>
      or([hasExpiredBy(starts_on > today ? starts_on : today), exists(endOf(db, starts_on))]),
    )

export const deleteExpired = (db: Db, { line, macs }: Place, days: Days): Promise<unknown> =>
  tables(db)
    .deleteFrom('property_purchases')
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .where(({ exists }) => exists(hasLeft(db, days)))
    .execute()

/** Who has it on the day that another purchase starts. */
export const holderThen = (db: Db, { line, macs }: Place, days: Days) =>
  tables(db)
    .selectFrom('property_purchases')
    .select(['uid', 'item'])
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .where(({ not, exists }) => not(exists(hasLeft(db, days))))
    .executeTakeFirst()

export const takePurchaseOver = (db: Db, { line, ...purchase }: Purchase, macs: Macs): Promise<unknown> =>
  tables(db)
    .updateTable('property_purchases')
    .set(purchase)
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .execute()

export const deletePurchase = (db: Db, { uid, item }: Pick<Purchase, 'uid' | 'item'>): Promise<unknown> =>
  tables(db).deleteFrom('property_purchases').where('uid', '=', uid).where('item', '=', item).execute()

export const renewPurchaseMac = async (db: Db, uid: string, [current, ...older]: Macs): Promise<void> => {
  if (older.length === 0) return
  await tables(db)
    .updateTable('property_purchases')
    .set({ address_mac: current })
    .where('uid', '=', uid)
    .where('address_mac', 'in', older)
    .execute()
}
