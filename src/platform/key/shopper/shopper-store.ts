import type { Db } from '../../db/database.ts'

type Tables = {
  shoppers: {
    uid: string
    polling_hash: Buffer
    proven_email_mac: Buffer | null
    proven_at: Date | null
    confirmed_preview: string | null
    created_at: Date
  }
}

export type ShopperRow = Tables['shoppers']

const tables = (db: Db) => db.withTables<Tables>()

export const insertShopper = async (
  db: Db,
  row: Pick<ShopperRow, 'uid' | 'polling_hash' | 'created_at'>,
): Promise<void> => {
  await tables(db)
    .insertInto('shoppers')
    .values({ ...row, proven_email_mac: null, proven_at: null, confirmed_preview: null })
    .execute()
}

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

export const replaceProof = async (
  db: Db,
  uid: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> => {
  await tables(db)
    .updateTable('shoppers')
    .set({ proven_email_mac: to })
    .where('uid', '=', uid)
    .where('proven_email_mac', '=', from)
    .execute()
}

export const updateShopper = async (
  db: Db,
  uid: string,
  change: Partial<Pick<ShopperRow, 'proven_email_mac' | 'proven_at' | 'confirmed_preview'>>,
): Promise<void> => {
  await tables(db).updateTable('shoppers').set(change).where('uid', '=', uid).execute()
}
