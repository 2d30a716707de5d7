import type { Db } from '../db/database.ts'

export type OrderRow = {
  order_id: string
  uid: string
  item: string
  offer_id: string
  carrier_id: string
  signature_id: string
  records_consent_id: string | null
  facts: Buffer
  answer: Buffer | null
  outcome: 'bound' | 'blocked' | 'info_requested' | null
  ordered_at: Date
  answered_at: Date | null
  settled_at: Date | null
}

type Tables = { bind_orders: OrderRow }

const tables = (db: Db) => db.withTables<Tables>()

/** A unique index rejects a second order for an item that has an open order or a policy. */
export const insertOrder = async (
  db: Db,
  row: Omit<OrderRow, 'answer' | 'outcome' | 'answered_at' | 'settled_at'>,
): Promise<void> => {
  await tables(db).insertInto('bind_orders').values(row).execute()
}

export const hasOpenOrders = async (db: Db, uid: string): Promise<boolean> => {
  const row = await tables(db)
    .selectFrom('bind_orders')
    .select('order_id')
    .where('uid', '=', uid)
    .where('settled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const listOrderRows = (db: Db, uid: string): Promise<OrderRow[]> =>
  tables(db)
    .selectFrom('bind_orders')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('ordered_at')
    .orderBy('order_id')
    .execute()

/** The first answer is final, even if a retry after a crash gets a different one. */
export const keepOrderAnswer = async (
  db: Db,
  { order_id, answer, answered_at }: { order_id: string; answer: Buffer; answered_at: Date },
): Promise<void> => {
  await tables(db)
    .updateTable('bind_orders')
    .set({ answer, answered_at })
    .where('order_id', '=', order_id)
    .where('answer', 'is', null)
    .execute()
}

export const markSettled = async (
  db: Db,
  { order_id, outcome, settled_at }: Pick<OrderRow, 'order_id' | 'outcome'> & { settled_at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('bind_orders')
    .set({ outcome, settled_at })
    .where('order_id', '=', order_id)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteOrders = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('bind_orders').where('uid', '=', uid).execute()
}
