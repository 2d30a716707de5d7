import type { Db } from '../../../platform/db/database.ts'

export type SurplusFilingRow = {
  order_id: string
  uid: string
  facts: Buffer
  form: Buffer | null
  recorded_by: string
  recorded_at: Date
}

type Tables = { surplus_filings: SurplusFilingRow }

const tables = (db: Db) => db.withTables<Tables>()

export const insertFiling = async (db: Db, row: SurplusFilingRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('surplus_filings')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findFilingRow = (db: Db, order_id: string): Promise<SurplusFilingRow | undefined> =>
  tables(db).selectFrom('surplus_filings').selectAll().where('order_id', '=', order_id).executeTakeFirst()

export const listFilingRows = (db: Db, uid: string): Promise<SurplusFilingRow[]> =>
  tables(db)
    .selectFrom('surplus_filings')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('recorded_at')
    .orderBy('order_id')
    .execute()

type Recorded = { from: Date; to: Date; limit: number }

export const listFilingsRecorded = (db: Db, { from, to, limit }: Recorded): Promise<SurplusFilingRow[]> =>
  tables(db)
    .selectFrom('surplus_filings')
    .selectAll()
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', to)
    .orderBy('recorded_at')
    .orderBy('order_id')
    .limit(limit)
    .execute()

export const deleteFilings = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('surplus_filings').where('uid', '=', uid).execute()
}
