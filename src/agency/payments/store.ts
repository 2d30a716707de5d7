import { sql } from 'kysely'
import { intakes } from '../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { countOf, isThere } from '../../platform/db/one-row.ts'
import { type Row, sealedTable, t, table, tablesOf } from '../../platform/db/table.ts'
import type { PaymentMethod, PaymentStatus } from './provider.ts'

export const payments = sealedTable('payments', 'never', {
  payment_id: t.key(t.text()),
  uid: t.text(),
  purpose: t.text(),
  sandbox: t.bool(),
  amount: t.number(),
  currency: t.text<'USD'>(),
  status: t.text<PaymentStatus>(),
  provider: t.text(),
  token_hash: t.bytes(),
  facts: t.encrypted(),
  then_job: t.orNull(t.text()),
  created_at: t.time(),
  settled_at: t.orNull(t.time()),
  settled_by: t.orNull(t.text()),
  settled_note: t.orNull(t.encrypted('note')),
  /** Null on payments from before cents were kept. */
  amount_cents: t.orNull(t.number()),
  /** While it is authorized: what is owed already for policies that are bound. */
  charged_cents: t.orNull(t.number()),
  due_on: t.orNull(t.text()),
  method: t.orNull(t.text<PaymentMethod>()),
  authorized_until: t.orNull(t.time()),
  committed_at: t.orNull(t.time()),
  provider_ref: t.orNull(t.text()),
  received_cents: t.orNull(t.number()),
})

export const paymentNotices = table(
  'payment_notices',
  'which emails were sent; a missing row tells somebody twice',
  { payment_id: t.key(t.text()), notice: t.key(t.text()), told_at: t.time() },
)

export type PaymentRow = Row<typeof payments>

/** At most one payment for a purpose is in one of these states. */
const STANDING = ['open', 'authorized', 'capturing', 'paid'] as const satisfies PaymentStatus[]

// Literals, because a plan without values cannot tell that the unique index of standing payments fits.
const IS_STANDING = sql<boolean>`status in (${sql.join(STANDING.map(status => sql.lit(status)))})`

const tables = tablesOf(payments, paymentNotices, intakes)

export const insertPayment = (db: Db, row: PaymentRow): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('payments')
      .values(row)
      .onConflict(conflict => conflict.columns(['uid', 'purpose']).where(IS_STANDING).doNothing())
      .returning('payment_id'),
  )

export const findStanding = (db: Db, uid: string, purpose: string): Promise<PaymentRow | undefined> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where(IS_STANDING)
    .executeTakeFirst()

export const findPaymentRow = (db: Db, paymentId: string): Promise<PaymentRow | undefined> =>
  tables(db).selectFrom('payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

/** A posting references the application. Locking it first keeps the order of locks, so two writers cannot deadlock. */
export const holdPayerRow = (db: Db, uid: string): Promise<unknown> =>
  tables(db).selectFrom('intakes').select('uid').where('uid', '=', uid).forKeyShare().execute()

export const lockPaymentRow = (db: Db, paymentId: string): Promise<PaymentRow | undefined> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findPaymentByToken = (db: Db, tokenHash: Buffer): Promise<PaymentRow | undefined> =>
  tables(db).selectFrom('payments').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const findPaymentByRef = (db: Db, ref: string): Promise<PaymentRow | undefined> =>
  tables(db).selectFrom('payments').selectAll().where('provider_ref', '=', ref).executeTakeFirst()

export const listPaymentsOf = (db: Db, uid: string): Promise<PaymentRow[]> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('payment_id')
    .execute()

const waiting = (db: Db) =>
  tables(db).selectFrom('payments').where('status', '=', 'open').where('sandbox', '=', false)

const listWaiting = (db: Db, { after, limit }: PageAsked) =>
  waiting(db)
    .selectAll()
    .where('payment_id', '>', after ?? '')
    .orderBy('payment_id')
    .limit(limit)

export const listOpenPayments = (db: Db, asked: PageAsked): Promise<PaymentRow[]> =>
  listWaiting(db, asked).execute()

export const listDuePayments = (db: Db, today: string, asked: PageAsked): Promise<PaymentRow[]> =>
  listWaiting(db, asked)
    .where(({ or, eb }) => or([eb('due_on', 'is', null), eb('due_on', '>=', today)]))
    .execute()

export const countOpenPayments = (db: Db): Promise<number> => countOf(waiting(db))

const late = (db: Db, today: string) => waiting(db).where('due_on', '<', today)

const FIRST_DUE = { table: 'payments', by: ['due_on', 'payment_id'] } as const

export const listLatePayments = (db: Db, today: string, { after, limit }: PageAsked): Promise<PaymentRow[]> =>
  late(db, today)
    .selectAll()
    .where(isAfter(FIRST_DUE, after))
    .orderBy('due_on')
    .orderBy('payment_id')
    .limit(limit)
    .execute()

export const countLatePayments = (db: Db, today: string): Promise<number> => countOf(late(db, today))

const LAST_PAID = { table: 'payments', by: ['settled_at', 'payment_id'], newestFirst: true } as const

export const listPaid = (db: Db, { after, limit }: PageAsked): Promise<PaymentRow[]> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'paid')
    .where('sandbox', '=', false)
    .where(isAfter(LAST_PAID, after))
    .orderBy('settled_at', 'desc')
    .orderBy('payment_id', 'desc')
    .limit(limit)
    .execute()

export const listInProgress = (db: Db): Promise<{ payment_id: string }[]> =>
  tables(db)
    .selectFrom('payments')
    .select('payment_id')
    .where('status', 'in', ['authorized', 'capturing'])
    .execute()

export type PaymentChange = Partial<Omit<PaymentRow, 'payment_id' | 'uid' | 'purpose' | 'sandbox'>>

export const changeRow = (
  db: Db,
  { payment_id, from }: { payment_id: string; from: readonly PaymentStatus[] },
  change: PaymentChange,
): Promise<PaymentRow | undefined> =>
  tables(db)
    .updateTable('payments')
    .set(change)
    .where('payment_id', '=', payment_id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

export const noteTold = (db: Db, told: Row<typeof paymentNotices>): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('payment_notices')
      .values(told)
      .onConflict(conflict => conflict.columns(['payment_id', 'notice']).doNothing())
      .returning('notice'),
  )
