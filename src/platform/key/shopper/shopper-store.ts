import type { Db } from '../../db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../db/table.ts'

export const shoppers = sealedTable('shoppers', 'never', {
  uid: t.key(t.text()),
  polling_hash: t.bytes(),
  proven_email_mac: t.orNull(t.bytes()),
  proven_at: t.orNull(t.time()),
  confirmed_preview: t.orNull(t.text()),
  created_at: t.time(),
})

export type ShopperRow = Row<typeof shoppers>

const tables = tablesOf(shoppers)

export const insertShopper = (
  db: Db,
  row: Pick<ShopperRow, 'uid' | 'polling_hash' | 'created_at'>,
): Promise<unknown> =>
  tables(db)
    .insertInto('shoppers')
    .values({ ...row, proven_email_mac: null, proven_at: null, confirmed_preview: null })
    .execute()

export const findShopper = (db: Db, uid: string): Promise<ShopperRow | undefined> =>
  tables(db).selectFrom('shoppers').selectAll().where('uid', '=', uid).executeTakeFirst()

export const uidOfPoll = async (db: Db, polling_hash: Buffer): Promise<string | null> => {
  const row = await tables(db)
    .selectFrom('shoppers')
    .selectAll()
    .where('polling_hash', '=', polling_hash)
    .executeTakeFirst()
  return row?.uid ?? null
}

export const replaceProof = (
  db: Db,
  uid: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<unknown> =>
  tables(db)
    .updateTable('shoppers')
    .set({ proven_email_mac: to })
    .where('uid', '=', uid)
    .where('proven_email_mac', '=', from)
    .execute()

export const updateShopper = async (
  db: Db,
  uid: string,
  change: Partial<Pick<ShopperRow, 'proven_email_mac' | 'proven_at' | 'confirmed_preview'>>,
): Promise<void> => {
  await tables(db).updateTable('shoppers').set(change).where('uid', '=', uid).execute()
}
