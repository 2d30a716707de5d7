import { sql } from 'kysely'
import { carrierExchanges, type ExchangeRow } from '../../agency/carriers/endpoint/store.ts'
import { documents } from '../../agency/documents/store.ts'
import { bindOrders } from '../../agency/policies/order-store.ts'
import { heldUids } from '../../platform/audit/hold-store.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { tablesOf } from '../../platform/db/table.ts'
import { carrierQuestions } from './offers/question-store.ts'

const tables = tablesOf(carrierExchanges, carrierQuestions, bindOrders, documents)

export const listExchangesAbout = (db: Db, uid: string): Promise<Pick<ExchangeRow, 'exchange_id'>[]> =>
  tables(db)
    .selectFrom('carrier_exchanges')
    .select('exchange_id')
    .where('request_id', 'in', ({ selectFrom }) =>
      selectFrom('carrier_questions')
        .select('carrier_questions.request_id as id')
        .where('carrier_questions.uid', '=', uid)
        .unionAll(selectFrom('bind_orders').select('order_id as id').where('bind_orders.uid', '=', uid))
        .unionAll(selectFrom('documents').select('document_id as id').where('documents.uid', '=', uid)),
    )
    .execute()

const ASKED_BY = [
  ['carrier_questions', 'request_id'],
  ['bind_orders', 'order_id'],
  ['documents', 'document_id'],
] as const

export const deleteExchangesBefore = async (db: Db, moment: Date): Promise<void> => {
  const held = await heldUids(db)
  const isHeldIn = ([name, id]: (typeof ASKED_BY)[number]) => sql<boolean>`exists (
    select from ${sql.table(name)}
    where ${sql.ref(id)} = carrier_exchanges.request_id and uid = any(${held}::text[])
  )`
  await deleteInBatches(tables(db), 'carrier_exchanges', ({ eb, and, not }) =>
    and([eb('sent_at', '<', moment), ...ASKED_BY.map(by => not(isHeldIn(by)))]),
  )
}
