import type { Db } from '../../../platform/db/database.ts'

export type DeliveryWithdrawal = {
  withdrawal_id: string
  uid: string
  received_how: 'website' | 'phone' | 'letter' | 'email' | 'in_person'
  /** YYYY-MM-DD */
  received_on: string
  recorded_by: string
  recorded_at: Date
}

type Tables = {
  delivery_withdrawals: DeliveryWithdrawal
  consents: { uid: string; purpose: string; given_at: Date }
}

const tables = (db: Db) => db.withTables<Tables>()

export const insertDeliveryWithdrawal = async (db: Db, row: DeliveryWithdrawal): Promise<void> => {
  await tables(db).insertInto('delivery_withdrawals').values(row).execute()
}

export const findDeliveryWithdrawal = async (db: Db, uid: string): Promise<DeliveryWithdrawal | null> =>
  (await tables(db)
    .selectFrom('delivery_withdrawals')
    .selectAll()
    .where('uid', '=', uid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consents')
            .select('consents.uid')
            .whereRef('consents.uid', '=', 'delivery_withdrawals.uid')
            .where('consents.purpose', '=', 'electronic_records')
            .whereRef('consents.given_at', '>', 'delivery_withdrawals.recorded_at'),
        ),
      ),
    )
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null
