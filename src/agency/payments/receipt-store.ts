import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { isThere } from '../../platform/db/one-row.ts'
import { type Row, sealedTable, t, table, tablesOf } from '../../platform/db/table.ts'
import type { BankAccount } from '../ledger/postings.ts'

export type Means = 'check' | 'cash' | 'transfer' | 'card' | 'bank' | 'other'

export const trustReceipts = sealedTable('trust_receipts', 'never', {
  receipt_id: t.key(t.text()),
  payment_id: t.text(),
  uid: t.text(),
  amount_cents: t.number(),
  received_on: t.text(),
  means: t.text<Means>(),
  reference: t.encrypted('reference'),
  recorded_by: t.text(),
  recorded_at: t.time(),
  deposit_id: t.orNull(t.text()),
  returned_on: t.orNull(t.text()),
})

export const deposits = table('deposits', 'what it moved is in the ledger, which is sealed', {
  deposit_id: t.key(t.text()),
  account: t.text<BankAccount>(),
  deposited_on: t.text(),
  amount_cents: t.number(),
  reference: t.text(),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export type ReceiptRow = Row<typeof trustReceipts>
export type Deposit = Row<typeof deposits>

const tables = tablesOf(trustReceipts, deposits)

export const insertReceipt = (db: Db, row: ReceiptRow): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('trust_receipts')
      .values(row)
      .onConflict(conflict => conflict.column('receipt_id').doNothing())
      .returning('receipt_id'),
  )

export const receiptsOf = (db: Db, paymentId: string): Promise<ReceiptRow[]> =>
  tables(db)
    .selectFrom('trust_receipts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('recorded_at')
    .orderBy('receipt_id')
    .execute()

const open = (db: Db) =>
  tables(db)
    .selectFrom('trust_receipts')
    .selectAll()
    .where('deposit_id', 'is', null)
    .where('returned_on', 'is', null)

export const receiptsToDeposit = (db: Db, limit: number): Promise<ReceiptRow[]> =>
  open(db).orderBy('received_on').orderBy('receipt_id').limit(limit).execute()

export const lockReceipts = (db: Db, ids: readonly string[]): Promise<ReceiptRow[]> =>
  open(db).where('receipt_id', 'in', ids).orderBy('receipt_id').forNoKeyUpdate().execute()

export const changeReceipts = (
  db: Db,
  ids: readonly string[],
  change: Partial<Pick<ReceiptRow, 'deposit_id' | 'returned_on'>>,
): Promise<unknown> =>
  tables(db).updateTable('trust_receipts').set(change).where('receipt_id', 'in', ids).returningAll().execute()

export const insertDeposit = (db: Db, row: Deposit): Promise<unknown> =>
  tables(db).insertInto('deposits').values(row).execute()

export const findDeposit = (db: Db, depositId: string): Promise<Deposit | undefined> =>
  tables(db).selectFrom('deposits').selectAll().where('deposit_id', '=', depositId).executeTakeFirst()

const NEWEST = { table: 'deposits', by: ['recorded_at', 'deposit_id'], newestFirst: true } as const

export const listDeposits = (db: Db, { after, limit }: PageAsked): Promise<Deposit[]> =>
  tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where(isAfter(NEWEST, after))
    .orderBy('recorded_at', 'desc')
    .orderBy('deposit_id', 'desc')
    .limit(limit)
    .execute()

type Reference = Pick<ReceiptRow, 'receipt_id' | 'reference'>

/** Of receipts that the ledger books in the period. */
export const listReferences = (db: Db, { from, to }: { from: Date; to: Date }): Promise<Reference[]> =>
  tables(db)
    .selectFrom('trust_receipts')
    .select(['receipt_id', 'reference'])
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', to)
    .execute()
