import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  legal_holds: {
    hold_id: string
    uid: string
    placed_at: Date
    placed_by: string
    lifted_at: Date | null
    lifted_by: string | null
  }
}

const tables = (db: Db) => db.withTables<Tables>()

export type Hold = Tables['legal_holds']

export const insertHold = async (
  db: Db,
  row: Pick<Hold, 'hold_id' | 'uid' | 'placed_at' | 'placed_by'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('legal_holds')
    .values({ ...row, lifted_at: null, lifted_by: null })
    .onConflict(conflict => conflict.column('uid').where('lifted_at', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const liftHold = async (
  db: Db,
  uid: string,
  lifted: { lifted_at: Date; lifted_by: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('legal_holds')
    .set(lifted)
    .where('uid', '=', uid)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const isOnHold = async (db: Db, uid: string): Promise<boolean> =>
  (await tables(db)
    .selectFrom('legal_holds')
    .selectAll()
    .where('uid', '=', uid)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()) !== undefined

const OLDEST = { table: 'legal_holds', by: ['placed_at', 'hold_id'] } as const

export const listHolds = (db: Db, { after, limit }: PageAsked): Promise<Hold[]> =>
  tables(db)
    .selectFrom('legal_holds')
    .selectAll()
    .where('lifted_at', 'is', null)
    .where(isAfter(OLDEST, after))
    .orderBy('placed_at')
    .orderBy('hold_id')
    .limit(limit)
    .execute()
