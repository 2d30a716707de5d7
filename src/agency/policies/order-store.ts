import { intakes } from '../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'
import type { BindAnswer } from '../carriers/contract/bind.ts'
import { policies } from './store.ts'

export const bindOrders = sealedTable('bind_orders', 'erasure', {
  order_id: t.key(t.text()),
  uid: t.text(),
  item: t.text(),
  offer_id: t.text(),
  carrier_id: t.text(),
  signature_id: t.text(),
  records_consent_id: t.orNull(t.text()),
  facts: t.encrypted('facts'),
  answer: t.orNull(t.encrypted('answer')),
  outcome: t.orNull(t.text<BindAnswer['kind']>()),
  ordered_at: t.time(),
  sent_at: t.orNull(t.time()),
  answered_at: t.orNull(t.time()),
  settled_at: t.orNull(t.time()),
  closed_at: t.orNull(t.time()),
  closed_by: t.orNull(t.text()),
  close_note: t.orNull(t.encrypted('close_note')),
  /** Set while the carrier has the order and answers later. */
  expected_by: t.orNull(t.time()),
})

export type OrderRow = Row<typeof bindOrders>

const tables = tablesOf(bindOrders, policies, intakes)

/** A unique index rejects a second order for an item that has an open order or a policy. */
export const insertOrder = async (
  db: Db,
  row: Omit<
    OrderRow,
    | 'sent_at'
    | 'answer'
    | 'outcome'
    | 'answered_at'
    | 'settled_at'
    | 'closed_at'
    | 'closed_by'
    | 'close_note'
    | 'expected_by'
  >,
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

export const listExpected = (db: Db, uid: string): Promise<Pick<OrderRow, 'carrier_id' | 'expected_by'>[]> =>
  tables(db)
    .selectFrom('bind_orders')
    .select(['carrier_id', 'expected_by'])
    .where('uid', '=', uid)
    .where('settled_at', 'is', null)
    .execute()

export const findOrderRow = async (db: Db, order_id: string): Promise<OrderRow | null> =>
  (await tables(db)
    .selectFrom('bind_orders')
    .selectAll()
    .where('order_id', '=', order_id)
    .executeTakeFirst()) ?? null

export const listOrderRows = (db: Db, uid: string): Promise<OrderRow[]> =>
  tables(db)
    .selectFrom('bind_orders')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('ordered_at')
    .orderBy('order_id')
    .execute()

export const findOfferOfPolicy = async (db: Db, policy_id: string): Promise<string | null> =>
  (
    await tables(db)
      .selectFrom('policies')
      .innerJoin('bind_orders', 'bind_orders.order_id', 'policies.order_id')
      .select('bind_orders.offer_id')
      .where('policies.policy_id', '=', policy_id)
      .executeTakeFirst()
  )?.offer_id ?? null

export const markOrderSent = async (db: Db, order_id: string, sent_at: Date): Promise<void> => {
  await tables(db).updateTable('bind_orders').set({ sent_at }).where('order_id', '=', order_id).execute()
}

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

export const keepExpectation = async (
  db: Db,
  { order_id, expected_by }: Pick<OrderRow, 'order_id' | 'expected_by'>,
): Promise<void> => {
  await tables(db)
    .updateTable('bind_orders')
    .set({ expected_by })
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

const openCases = (db: Db) =>
  tables(db)
    .selectFrom('bind_orders')
    .innerJoin('intakes', 'intakes.uid', 'bind_orders.uid')
    .where('outcome', '=', 'blocked')
    .where('closed_at', 'is', null)
    .where('sandbox', '=', false)

const OLDEST = { table: 'bind_orders', by: ['settled_at', 'order_id'] } as const

export const listOpenCases = (db: Db, { after, limit }: PageAsked): Promise<OrderRow[]> =>
  openCases(db)
    .selectAll('bind_orders')
    .where(isAfter(OLDEST, after))
    .orderBy('settled_at')
    .orderBy('order_id')
    .limit(limit)
    .execute()

export const countOpenCases = async (db: Db): Promise<number> => {
  const { count } = await openCases(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const hasOpenCase = async (db: Db, uid: string): Promise<boolean> =>
  (await openCases(db).select('order_id').where('bind_orders.uid', '=', uid).limit(1).executeTakeFirst()) !==
  undefined

export const markClosed = async (
  db: Db,
  { order_id, ...closed }: Pick<OrderRow, 'order_id' | 'closed_at' | 'closed_by' | 'close_note'>,
): Promise<string | null> => {
  const row = await tables(db)
    .updateTable('bind_orders')
    .set(closed)
    .where('order_id', '=', order_id)
    .where('outcome', '=', 'blocked')
    .where('closed_at', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  return row?.uid ?? null
}

export const replaceOrderFacts = async (db: Db, order_id: string, facts: Buffer): Promise<void> => {
  await tables(db)
    .updateTable('bind_orders')
    .set({ facts, answer: null, close_note: null })
    .where('order_id', '=', order_id)
    .execute()
}

export const deleteOrders = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('bind_orders').where('uid', '=', uid).execute()
}
