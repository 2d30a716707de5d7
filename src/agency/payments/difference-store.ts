import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { countOf, isThere } from '../../platform/db/one-row.ts'
import { type Row, t, table, tablesOf } from '../../platform/db/table.ts'
import type { Difference } from './differences.ts'
import { disputes, refunds } from './money-store.ts'
import { payments } from './store.ts'

export const ledgerDifferences = table(
  'ledger_differences',
  'found anew every night; the ledger, payments and refunds are sealed',
  {
    difference_id: t.key(t.text()),
    kind: t.text(),
    uid: t.orNull(t.text()),
    payment_id: t.orNull(t.text()),
    expected_cents: t.number(),
    found_cents: t.number(),
    found_at: t.time(),
    closed_at: t.orNull(t.time()),
    closed_by: t.orNull(t.text()),
    close_note: t.orNull(t.encrypted('note')),
    owner: t.orNull(t.text()),
    month: t.orNull(t.text()),
    about: t.orNull(t.encrypted('about')),
  },
)

export type DifferenceRow = Row<typeof ledgerDifferences>

const tables = tablesOf(ledgerDifferences, payments, refunds, disputes)

const NOT_OF_THE_BOOKS = { owner: null, month: null, about: null }

/** A difference that staff closed stays closed while its amounts stay the same. */
export const noteDifference = (db: Db, found: Difference, found_at: Date): Promise<unknown> =>
  tables(db)
    .insertInto('ledger_differences')
    .values({ ...found, ...NOT_OF_THE_BOOKS, found_at, closed_at: null, closed_by: null, close_note: null })
    .onConflict(conflict =>
      conflict
        .column('difference_id')
        .doUpdateSet({
          expected_cents: found.expected_cents,
          found_cents: found.found_cents,
          found_at,
          closed_at: null,
          closed_by: null,
          close_note: null,
        })
        .where(({ or, eb }) =>
          or([
            eb('ledger_differences.expected_cents', '<>', found.expected_cents),
            eb('ledger_differences.found_cents', '<>', found.found_cents),
            eb('ledger_differences.closed_by', '=', 'service'),
          ]),
        ),
    )
    .execute()

export const closeGone = (db: Db, found: readonly string[], closed_at: Date): Promise<unknown> =>
  tables(db)
    .updateTable('ledger_differences')
    .set({ closed_at, closed_by: 'service' })
    .where('closed_at', 'is', null)
    .where('month', 'is', null)
    .$if(found.length > 0, query => query.where('difference_id', 'not in', found))
    .execute()

/** Closes what was not found again for one payment. Differences that only the full comparison finds stay. */
export const closeGoneOf = (
  db: Db,
  payment_id: string,
  { found, closed_at }: { found: readonly string[]; closed_at: Date },
): Promise<unknown> =>
  tables(db)
    .updateTable('ledger_differences')
    .set({ closed_at, closed_by: 'service' })
    .where('payment_id', '=', payment_id)
    .where('kind', '<>', 'bound_without_posting')
    .where('closed_at', 'is', null)
    .$if(found.length > 0, query => query.where('difference_id', 'not in', found))
    .execute()

export const findDifference = (db: Db, difference_id: string): Promise<DifferenceRow | undefined> =>
  tables(db)
    .selectFrom('ledger_differences')
    .selectAll()
    .where('difference_id', '=', difference_id)
    .executeTakeFirst()

const open = (db: Db) =>
  tables(db).selectFrom('ledger_differences').where('closed_at', 'is', null).where('month', 'is', null)

type BookDifference = Omit<DifferenceRow, 'payment_id' | 'closed_at' | 'closed_by' | 'close_note'>

/** One that was found before stays as it is, closed or not. */
export const insertBookDifferences = async (db: Db, found: readonly BookDifference[]): Promise<void> => {
  if (found.length === 0) return
  await tables(db)
    .insertInto('ledger_differences')
    .values(
      found.map(one => ({ ...one, payment_id: null, closed_at: null, closed_by: null, close_note: null })),
    )
    .onConflict(conflict => conflict.column('difference_id').doNothing())
    .execute()
}

export const openBookDifferences = (db: Db, month: string): Promise<DifferenceRow[]> =>
  tables(db)
    .selectFrom('ledger_differences')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('month', '<=', month)
    .orderBy('month')
    .orderBy('found_at')
    .orderBy('difference_id')
    .execute()

export const ownDifference = (db: Db, difference_id: string, owner: string): Promise<unknown> =>
  tables(db)
    .updateTable('ledger_differences')
    .set({ owner })
    .where('difference_id', '=', difference_id)
    .where('closed_at', 'is', null)
    .execute()

const OLDEST = { table: 'ledger_differences', by: ['found_at', 'difference_id'] } as const

export const listDifferences = (db: Db, { after, limit }: PageAsked): Promise<DifferenceRow[]> =>
  open(db)
    .selectAll()
    .where(isAfter(OLDEST, after))
    .orderBy('found_at')
    .orderBy('difference_id')
    .limit(limit)
    .execute()

export const countDifferences = (db: Db): Promise<number> => countOf(open(db))

export const closeDifference = (
  db: Db,
  {
    difference_id,
    ...closed
  }: Pick<DifferenceRow, 'difference_id' | 'closed_at' | 'closed_by' | 'close_note'>,
): Promise<boolean> =>
  isThere(
    tables(db)
      .updateTable('ledger_differences')
      .set(closed)
      .where('difference_id', '=', difference_id)
      .where('closed_at', 'is', null)
      .returning('difference_id'),
  )

/** Those that the provider may know more about than we do. What settled before `since` counts only while it is open. */
export const listPaymentsToSync = (
  db: Db,
  { provider, since, after, limit }: { provider: string; since: Date; after: string; limit: number },
): Promise<{ payment_id: string }[]> =>
  tables(db)
    .selectFrom('payments')
    .select('payment_id')
    .where('provider', '=', provider)
    .where('sandbox', '=', false)
    .where('payment_id', '>', after)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('settled_at', 'is', null),
        eb('settled_at', '>=', since),
        exists(
          selectFrom('refunds')
            .select('refunds.payment_id')
            .whereRef('refunds.payment_id', '=', 'payments.payment_id')
            .where('refunds.status', '<>', 'sent'),
        ),
        exists(
          selectFrom('disputes')
            .select('disputes.payment_id')
            .whereRef('disputes.payment_id', '=', 'payments.payment_id')
            .where('disputes.status', '=', 'open'),
        ),
        exists(
          selectFrom('ledger_differences')
            .select('ledger_differences.payment_id')
            .whereRef('ledger_differences.payment_id', '=', 'payments.payment_id')
            .where('ledger_differences.closed_at', 'is', null),
        ),
      ]),
    )
    .orderBy('payment_id')
    .limit(limit)
    .execute()

type Bound = { policy_id: string; uid: string; payment_id: string }

export const policiesWithoutPosting = async (db: Db): Promise<Bound[]> => {
  const { rows } = await sql<Bound>`
    select policies.policy_id, policies.uid, payments.payment_id
    from policies join payments on payments.uid = policies.uid and payments.status = 'paid'
    where not policies.sandbox and payments.sandbox = false
      and not exists (
        select from ledger_lines where ledger_lines.uid = policies.uid and event = 'policy_bound'
      )
  `.execute(db)
  return rows
}
