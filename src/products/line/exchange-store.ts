import { carrierExchanges, type ExchangeRow } from '../../agency/carriers/endpoint/store.ts'
import { documents } from '../../agency/documents/store.ts'
import { bindOrders } from '../../agency/policies/order-store.ts'
import { legalHolds } from '../../platform/audit/hold-store.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { tablesOf } from '../../platform/db/table.ts'
import { carrierQuestions } from './offers/question-store.ts'

const tables = tablesOf(carrierExchanges, carrierQuestions, bindOrders, documents, legalHolds)

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

export const deleteExchangesBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'carrier_exchanges', ({ eb, and, not, exists, selectFrom }) =>
    and([
      eb('sent_at', '<', moment),
      not(
        exists(
          selectFrom('legal_holds')
            .select('legal_holds.uid')
            .where('legal_holds.lifted_at', 'is', null)
            .where(on =>
              on(
                'legal_holds.uid',
                'in',
                on
                  .selectFrom('carrier_questions')
                  .select('carrier_questions.uid')
                  .whereRef('carrier_questions.request_id', '=', 'carrier_exchanges.request_id')
                  .unionAll(
                    on
                      .selectFrom('bind_orders')
                      .select('bind_orders.uid')
                      .whereRef('bind_orders.order_id', '=', 'carrier_exchanges.request_id'),
                  )
                  .unionAll(
                    on
                      .selectFrom('documents')
                      .select('documents.uid')
                      .whereRef('documents.document_id', '=', 'carrier_exchanges.request_id'),
                  ),
              ),
            ),
        ),
      ),
    ]),
  )
}
