import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const deliveryWithdrawals = sealedTable('delivery_withdrawals', 'never', {
  withdrawal_id: t.key(t.text()),
  uid: t.text(),
  received_how: t.text<'website' | 'phone' | 'letter' | 'email' | 'in_person'>(),
  received_on: t.text(),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export type DeliveryWithdrawal = Row<typeof deliveryWithdrawals>

const tables = tablesOf(deliveryWithdrawals)

export const insertDeliveryWithdrawal = (db: Db, row: DeliveryWithdrawal): Promise<unknown> =>
  tables(db).insertInto('delivery_withdrawals').values(row).execute()

const hasConsentedSince = sql<boolean>`exists (
  select from consents
  where consents.uid = delivery_withdrawals.uid and purpose = 'electronic_records'
    and given_at > delivery_withdrawals.recorded_at
)`

export const findDeliveryWithdrawal = async (db: Db, uid: string): Promise<DeliveryWithdrawal | null> =>
  (await tables(db)
    .selectFrom('delivery_withdrawals')
    .selectAll()
    .where('uid', '=', uid)
    .where(sql<boolean>`not ${hasConsentedSince}`)
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null
