import type { Db } from '../../platform/db/database.ts'

type Tables = {
  installments: {
    installment_id: string
    uid: string
    policy_id: string
    carrier_id: string
    description: string
    due_on: string
    amount_cents: number
    fee_cents: number
    illustrative: boolean
    then_job: string
    status: 'scheduled' | 'billed' | 'canceled'
    payment_id: string | null
  }
}

export type Installment = Tables['installments']

const tables = (db: Db) => db.withTables<Tables>()

export const insertInstallments = async (db: Db, rows: readonly Installment[]): Promise<void> => {
  await tables(db)
    .insertInto('installments')
    .values(rows)
    .onConflict(conflict => conflict.column('installment_id').doNothing())
    .execute()
}

export const listInstallmentsToBill = (
  db: Db,
  { until, limit }: { until: string; limit: number },
): Promise<{ installment_id: string }[]> =>
  tables(db)
    .selectFrom('installments')
    .select('installment_id')
    .where('status', '=', 'scheduled')
    .where('due_on', '<=', until)
    .orderBy('due_on')
    .orderBy('installment_id')
    .limit(limit)
    .execute()

export const lockInstallment = (db: Db, installmentId: string): Promise<Installment | undefined> =>
  tables(db)
    .selectFrom('installments')
    .selectAll()
    .where('installment_id', '=', installmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const changeInstallment = async (
  db: Db,
  installmentId: string,
  change: Partial<Pick<Installment, 'status' | 'payment_id' | 'due_on'>>,
): Promise<void> => {
  await tables(db)
    .updateTable('installments')
    .set(change)
    .where('installment_id', '=', installmentId)
    .returningAll()
    .execute()
}

export const installmentsOf = (db: Db, uid: string): Promise<Installment[]> =>
  tables(db)
    .selectFrom('installments')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('due_on')
    .orderBy('installment_id')
    .execute()
