import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../platform/db/table.ts'
import type { BankAccount, LedgerAccount } from '../ledger/postings.ts'
import { dayOfLine } from './book-store.ts'

const COPY = 'a copy of what the bank sent; the ledger is sealed'

export const bankStatements = table('bank_statements', COPY, {
  statement_id: t.key(t.text()),
  account: t.text<BankAccount>(),
  month: t.text(),
  opening_cents: t.number(),
  closing_cents: t.number(),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export const bankLines = table('bank_lines', COPY, {
  line_id: t.key(t.text()),
  statement_id: t.text(),
  account: t.text<BankAccount>(),
  booked_on: t.text(),
  amount_cents: t.number(),
  words: t.encrypted(),
  entry_id: t.orNull(t.text()),
  off_cents: t.number(),
})

export type BankStatement = Row<typeof bankStatements>
type BankLineRow = Row<typeof bankLines>

const tables = tablesOf(bankStatements, bankLines)

/** False: this account has a statement of this month. */
export const insertBankStatement = async (
  db: Db,
  statement: BankStatement,
  lines: readonly BankLineRow[],
): Promise<boolean> => {
  const row = await tables(db)
    .insertInto('bank_statements')
    .values(statement)
    .onConflict(conflict => conflict.columns(['account', 'month']).doNothing())
    .returning('statement_id')
    .executeTakeFirst()
  if (!row) return false
  if (lines.length > 0)
    await tables(db)
      .insertInto('bank_lines')
      .values(lines)
      .onConflict(conflict => conflict.column('line_id').doNothing())
      .execute()
  return true
}

export const statementsOf = (db: Db, month: string): Promise<BankStatement[]> =>
  tables(db).selectFrom('bank_statements').selectAll().where('month', '=', month).execute()

export const statementBefore = (
  db: Db,
  account: BankAccount,
  month: string,
): Promise<BankStatement | undefined> =>
  tables(db)
    .selectFrom('bank_statements')
    .selectAll()
    .where('account', '=', account)
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()

export const linesThatAreOff = (
  db: Db,
  account: BankAccount,
  until: string,
): Promise<Pick<BankLineRow, 'line_id' | 'off_cents'>[]> =>
  tables(db)
    .selectFrom('bank_lines')
    .select(['line_id', 'off_cents'])
    .where('account', '=', account)
    .where('off_cents', '<>', 0)
    .where('booked_on', '<=', until)
    .orderBy('line_id')
    .execute()

export const clearBankLines = async (db: Db, lineIds: readonly string[]): Promise<void> => {
  if (lineIds.length === 0) return
  await tables(db).updateTable('bank_lines').set({ off_cents: 0 }).where('line_id', 'in', lineIds).execute()
}

/** The bank's line is booked. One that differed keeps the entry that it was. */
export const clearBankLine = async (db: Db, line_id: string, entry_id: string): Promise<void> => {
  await sql`update bank_lines set off_cents = 0, entry_id = coalesce(entry_id, ${entry_id})
    where line_id = ${line_id}`.execute(db)
}

type Movement = { entry_id: string; event: string; on: string; cents: number; is_known: boolean }

/** What the ledger moved in a bank account until that day. `is_known`: the bank had it by then. */
export const bankMovements = async (
  db: Db,
  { account, zone, until }: { account: BankAccount; zone: string; until: string },
): Promise<Movement[]> => {
  const { rows } = await sql<Movement>`
    select entry_id, event, on_day as on, cents::bigint as cents, exists (
      select from bank_lines where bank_lines.account = ${account} and booked_on <= ${until}
        and bank_lines.entry_id = moved.entry_id
    ) or entry_id in (
      select 'transferred/' || difference_id from ledger_differences where difference_id like 'bank\\_%'
    ) as is_known
    from (
      select entry_id, event, min(${dayOfLine(zone)}) as on_day, sum(amount_cents) as cents
      from ledger_lines lines where account = ${account} group by entry_id, event
    ) moved
    where on_day <= ${until} and cents <> 0
    order by on_day, entry_id`.execute(db)
  return rows
}

export type Balance = { account: LedgerAccount; cents: number }

export const balancesOn = async (
  db: Db,
  { zone, until }: { zone: string; until: string },
): Promise<Balance[]> => {
  const { rows } = await sql<Balance>`
    select account, sum(amount_cents)::bigint as cents from ledger_lines lines
    where ${dayOfLine(zone)} <= ${until} group by account`.execute(db)
  return rows
}

export type Held = { uid: string; receivable: number; payable: number; commission: number; refunds: number }

/** What each customer's money comes to on that day. Cents as people say them: what is owed, and what was earned. */
export const heldByCustomer = async (
  db: Db,
  { zone, until }: { zone: string; until: string },
): Promise<Held[]> => {
  const sumOf = (account: LedgerAccount) =>
    sql`coalesce(sum(amount_cents) filter (where account = ${account}), 0)::bigint`
  const { rows } = await sql<Held>`
    select uid, ${sumOf('receivable')} as receivable, 0 - ${sumOf('payable_to_carrier')} as payable,
      0 - ${sumOf('commission')} as commission, 0 - ${sumOf('refunds')} as refunds
    from ledger_lines lines where uid is not null and ${dayOfLine(zone)} <= ${until} group by uid`.execute(db)
  return rows
}
