import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { countOf, isThere } from '../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'

export const refunds = sealedTable('refunds', 'never', {
  refund_id: t.key(t.text()),
  payment_id: t.text(),
  uid: t.text(),
  amount_cents: t.number(),
  cause: t.text(),
  reason: t.text<'blocked' | 'canceled' | 'changed' | 'overpaid' | 'agency'>(),
  status: t.text<'due' | 'sent' | 'failed'>(),
  provider_ref: t.orNull(t.text()),
  created_at: t.time(),
  settled_at: t.orNull(t.time()),
  settled_by: t.orNull(t.text()),
  settled_note: t.orNull(t.encrypted('note')),
})

export const disputes = sealedTable('disputes', 'never', {
  dispute_id: t.key(t.text()),
  payment_id: t.text(),
  uid: t.text(),
  amount_cents: t.number(),
  reason: t.text(),
  status: t.text<'open' | 'won' | 'lost'>(),
  opened_at: t.time(),
  closed_at: t.orNull(t.time()),
  answer_by: t.orNull(t.time()),
  answer: t.orNull(t.text<'evidence' | 'accepted'>()),
  answered_at: t.orNull(t.time()),
  answered_by: t.orNull(t.text()),
  answer_sent_at: t.orNull(t.time()),
})

export type Refund = Row<typeof refunds>
export type Dispute = Row<typeof disputes>

const tables = tablesOf(refunds, disputes)

export const insertRefund = (db: Db, row: Refund): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('refunds')
      .values(row)
      .onConflict(conflict => conflict.column('cause').doNothing())
      .returning('refund_id'),
  )

export const findRefund = (db: Db, refundId: string): Promise<Refund | undefined> =>
  tables(db).selectFrom('refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst()

export const lockRefund = (db: Db, refundId: string): Promise<Refund | undefined> =>
  tables(db)
    .selectFrom('refunds')
    .selectAll()
    .where('refund_id', '=', refundId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const refundsOf = (db: Db, paymentId: string): Promise<Refund[]> =>
  tables(db)
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('refund_id')
    .execute()

const openRefunds = (db: Db) => tables(db).selectFrom('refunds').where('status', '<>', 'sent')

const OLDEST_REFUND = { table: 'refunds', by: ['created_at', 'refund_id'] } as const

export const listOpenRefunds = (db: Db, { after, limit }: PageAsked): Promise<Refund[]> =>
  openRefunds(db)
    .selectAll()
    .where(isAfter(OLDEST_REFUND, after))
    .orderBy('created_at')
    .orderBy('refund_id')
    .limit(limit)
    .execute()

export const countOpenRefunds = (db: Db): Promise<number> => countOf(openRefunds(db))

export const changeRefund = (
  db: Db,
  { refund_id, from }: { refund_id: string; from: readonly Refund['status'][] },
  change: Partial<Pick<Refund, 'status' | 'provider_ref' | 'settled_at' | 'settled_by' | 'settled_note'>>,
): Promise<Refund | undefined> =>
  tables(db)
    .updateTable('refunds')
    .set(change)
    .where('refund_id', '=', refund_id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

export const insertDispute = (db: Db, row: Dispute): Promise<boolean> =>
  isThere(
    tables(db)
      .insertInto('disputes')
      .values(row)
      .onConflict(conflict => conflict.column('dispute_id').doNothing())
      .returning('dispute_id'),
  )

export const closeDispute = (
  db: Db,
  {
    dispute_id,
    from,
    ...closed
  }: Pick<Dispute, 'dispute_id' | 'status' | 'closed_at'> & {
    from: Dispute['status']
  },
): Promise<boolean> =>
  isThere(
    tables(db)
      .updateTable('disputes')
      .set(closed)
      .where('dispute_id', '=', dispute_id)
      .where('status', '=', from)
      .returning('dispute_id'),
  )

export const findDispute = (db: Db, disputeId: string): Promise<Dispute | undefined> =>
  tables(db).selectFrom('disputes').selectAll().where('dispute_id', '=', disputeId).executeTakeFirst()

export const answerDispute = (
  db: Db,
  { dispute_id, ...answered }: Pick<Dispute, 'dispute_id' | 'answer' | 'answered_at' | 'answered_by'>,
): Promise<boolean> =>
  isThere(
    tables(db)
      .updateTable('disputes')
      .set(answered)
      .where('dispute_id', '=', dispute_id)
      .where('status', '=', 'open')
      .where('answer', 'is', null)
      .returning('dispute_id'),
  )

export const markAnswerSent = (db: Db, disputeId: string, answer_sent_at: Date): Promise<unknown> =>
  tables(db).updateTable('disputes').set({ answer_sent_at }).where('dispute_id', '=', disputeId).execute()

export const disputesOf = (db: Db, paymentId: string): Promise<Dispute[]> =>
  tables(db).selectFrom('disputes').selectAll().where('payment_id', '=', paymentId).execute()

const openDisputes = (db: Db) => tables(db).selectFrom('disputes').where('status', '=', 'open')

const OLDEST_DISPUTE = { table: 'disputes', by: ['opened_at', 'dispute_id'] } as const

export const listOpenDisputes = (db: Db, { after, limit }: PageAsked): Promise<Dispute[]> =>
  openDisputes(db)
    .selectAll()
    .where(isAfter(OLDEST_DISPUTE, after))
    .orderBy('opened_at')
    .orderBy('dispute_id')
    .limit(limit)
    .execute()

export const countOpenDisputes = (db: Db): Promise<number> => countOf(openDisputes(db))

export const hasOpenMoney = (db: Db, uid: string): Promise<boolean> =>
  isThere(
    tables(db)
      .selectFrom('refunds')
      .select('refund_id')
      .where('uid', '=', uid)
      .where('status', '<>', 'sent')
      .limit(1),
  )

type SettledNote = { id: string; kind: 'payment' | 'refund' | 'act'; note: Buffer }

export const listSettledNotes = async (
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<SettledNote[]> => {
  const { rows } = await sql<SettledNote>`
    with posted as (select distinct payment_id from ledger_lines where posted_at >= ${from} and posted_at < ${to})
    select payment_id as id, 'payment' as kind, settled_note as note from payments join posted using (payment_id)
      where settled_note is not null
    union all
    select refund_id, 'refund', settled_note from refunds join posted using (payment_id)
      where settled_note is not null
    union all
    select act_id, 'act', note from staff_acts
      where act in ('carrier_paid', 'transferred') and note is not null and at >= ${from} and at < ${to}`.execute(
    db,
  )
  return rows
}
