import type { Db } from '../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'

export const installments = sealedTable('installments', 'never', {
  installment_id: t.key(t.text()),
  uid: t.text(),
  policy_id: t.text(),
  carrier_id: t.text(),
  description: t.text(),
  due_on: t.text(),
  amount_cents: t.number(),
  fee_cents: t.number(),
  illustrative: t.bool(),
  then_job: t.text(),
  status: t.text<'scheduled' | 'billed' | 'canceled'>(),
  payment_id: t.orNull(t.text()),
})

export type Installment = Row<typeof installments>

const tables = tablesOf(installments)

export const insertInstallments = (db: Db, rows: readonly Installment[]): Promise<unknown> =>
  tables(db)
    .insertInto('installments')
    .values(rows)
    .onConflict(conflict => conflict.column('installment_id').doNothing())
    .execute()

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

export const changeInstallment = (
  db: Db,
  installmentId: string,
  change: Partial<Pick<Installment, 'status' | 'payment_id' | 'due_on'>>,
): Promise<unknown> =>
  tables(db)
    .updateTable('installments')
    .set(change)
    .where('installment_id', '=', installmentId)
    .returningAll()
    .execute()

export const installmentsOf = (db: Db, uid: string): Promise<Installment[]> =>
  tables(db)
    .selectFrom('installments')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('due_on')
    .orderBy('installment_id')
    .execute()
