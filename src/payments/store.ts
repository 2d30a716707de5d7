import type { Db } from '../db/database.ts'
import type { PaymentStatus } from './provider.ts'

type Tables = {
  payments: {
    payment_id: string
    uid: string
    purpose: string
    sandbox: boolean
    amount: number
    currency: 'USD'
    status: PaymentStatus
    provider: string
    token_hash: Buffer
    facts: Buffer
    then_job: string | null
    created_at: Date
    settled_at: Date | null
    settled_by: string | null
    settled_note: Buffer | null
  }
}

export type PaymentRow = Tables['payments']

const tables = (db: Db) => db.withTables<Tables>()

export const insertPayment = async (db: Db, row: PaymentRow): Promise<boolean> => {
  const inserted = await tables(db)
    .insertInto('payments')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['uid', 'purpose']).where('status', 'in', ['open', 'paid']).doNothing(),
    )
    .returning('payment_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findOpenOrPaid = (db: Db, uid: string, purpose: string): Promise<PaymentRow | undefined> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('status', 'in', ['open', 'paid'])
    .executeTakeFirst()

export const findPaymentRow = (db: Db, paymentId: string): Promise<PaymentRow | undefined> =>
  tables(db).selectFrom('payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const findPaymentByToken = (db: Db, tokenHash: Buffer): Promise<PaymentRow | undefined> =>
  tables(db).selectFrom('payments').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const listPaymentRows = (db: Db, uid: string): Promise<PaymentRow[]> =>
  tables(db).selectFrom('payments').selectAll().where('uid', '=', uid).orderBy('payment_id').execute()

export const listOpenPayments = (db: Db, limit: number): Promise<PaymentRow[]> =>
  tables(db)
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'open')
    .where('sandbox', '=', false)
    .orderBy('payment_id')
    .limit(limit)
    .execute()

export const countOpenPayments = async (db: Db): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .where('sandbox', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

type Settled = Pick<PaymentRow, 'status' | 'settled_at' | 'settled_by' | 'settled_note'>

export const settleRow = (db: Db, paymentId: string, settled: Settled): Promise<PaymentRow | undefined> =>
  tables(db)
    .updateTable('payments')
    .set(settled)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()
