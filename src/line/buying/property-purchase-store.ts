import type { Db } from '../../db/database.ts'

type Tables = {
  property_purchases: { line: string; address_mac: Buffer; uid: string; item: string; claimed_at: Date }
  policies: { uid: string; item: string; expiration_date: string }
}

type Purchase = Omit<Tables['property_purchases'], 'address_mac'>

type Macs = readonly [Buffer, ...Buffer[]]

const tables = (db: Db) => db.withTables<Tables>()

const holderOf = (db: Db, line: string, macs: readonly Buffer[]) =>
  tables(db)
    .selectFrom('property_purchases')
    .select(['uid', 'item'])
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .executeTakeFirst()

/** The primary key decides between two at once: the second waits for the first, then finds its row. */
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

/** A year later the property can be bought for again. */
export const deleteExpired = async (db: Db, line: string, macs: Macs, today: string): Promise<void> => {
  await tables(db)
    .deleteFrom('property_purchases')
    .using('policies')
    .where('line', '=', line)
    .where('address_mac', 'in', macs)
    .whereRef('policies.uid', '=', 'property_purchases.uid')
    .whereRef('policies.item', '=', 'property_purchases.item')
    .where('expiration_date', '<=', today)
    .execute()
}

export const deletePurchase = async (
  db: Db,
  { uid, item }: Pick<Purchase, 'uid' | 'item'>,
): Promise<void> => {
  await tables(db).deleteFrom('property_purchases').where('uid', '=', uid).where('item', '=', item).execute()
}

export const renewPurchaseMac = async (db: Db, uid: string, [current, ...older]: Macs): Promise<void> => {
  if (older.length === 0) return
  await tables(db)
    .updateTable('property_purchases')
    .set({ address_mac: current })
    .where('uid', '=', uid)
    .where('address_mac', 'in', older)
    .execute()
}
