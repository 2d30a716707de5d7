import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'
import type { LedgerAccount } from './postings.ts'

export const ledgerLines = sealedTable('ledger_lines', 'never', {
  /** The log of seals names the line first. */
  entry_id: t.key(t.text(), 1),
  line: t.key(t.number()),
  event: t.text(),
  account: t.text<LedgerAccount>(),
  amount_cents: t.number(),
  uid: t.orNull(t.text()),
  payment_id: t.orNull(t.text()),
  posted_at: t.time(),
  policy_id: t.orNull(t.text()),
  carrier_id: t.orNull(t.text()),
  /** The day it counts for. Null on lines from before months were closed. */
  booked_on: t.orNull(t.text()),
})

export const trustMonths = sealedTable('trust_months', 'never', {
  month: t.key(t.text()),
  trust_cents: t.number(),
  owed_cents: t.number(),
  closed_by: t.text(),
  closed_at: t.time(),
})

export type LedgerLine = Row<typeof ledgerLines>

export type ClosedMonth = Row<typeof trustMonths>

const tables = tablesOf(ledgerLines, trustMonths)

export const lastClosedMonth = (db: Db): Promise<ClosedMonth | undefined> =>
  tables(db).selectFrom('trust_months').selectAll().orderBy('month', 'desc').limit(1).executeTakeFirst()

export const insertClosedMonth = (db: Db, row: ClosedMonth): Promise<unknown> =>
  tables(db).insertInto('trust_months').values(row).execute()

/** False: the entry already exists. Of two at once, the second waits for the first to commit. */
export const insertLines = async (db: Db, lines: readonly LedgerLine[]): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('ledger_lines')
    .values(lines)
    .onConflict(conflict => conflict.columns(['entry_id', 'line']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === BigInt(lines.length)
}

export type Balances = Partial<Record<LedgerAccount, number>>

const balances = async (db: Db, { payment_id }: { payment_id?: string } = {}): Promise<Balances> => {
  const rows = await tables(db)
    .selectFrom('ledger_lines')
    .select(['account', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .$if(payment_id !== undefined, query => query.where('payment_id', '=', payment_id ?? ''))
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

export const ledgerBalances = (db: Db): Promise<Balances> => balances(db)

export const paymentBalances = (db: Db, payment_id: string): Promise<Balances> => balances(db, { payment_id })

export const linesOfCustomer = (db: Db, uid: string): Promise<LedgerLine[]> =>
  tables(db)
    .selectFrom('ledger_lines')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('posted_at')
    .orderBy('entry_id')
    .orderBy('line')
    .execute()

export const linesOfPolicy = (db: Db, policy_id: string): Promise<LedgerLine[]> =>
  tables(db)
    .selectFrom('ledger_lines')
    .selectAll()
    .where('policy_id', '=', policy_id)
    .orderBy('posted_at')
    .orderBy('entry_id')
    .orderBy('line')
    .execute()

export const linesOfEntry = (db: Db, entry_id: string): Promise<LedgerLine[]> =>
  tables(db).selectFrom('ledger_lines').selectAll().where('entry_id', '=', entry_id).execute()

export const listLines = (
  db: Db,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<LedgerLine[]> =>
  tables(db)
    .selectFrom('ledger_lines')
    .selectAll()
    .where('posted_at', '>=', from)
    .where('posted_at', '<', to)
    .orderBy('posted_at')
    .orderBy('entry_id')
    .orderBy('line')
    .limit(limit)
    .execute()
