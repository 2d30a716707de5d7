import type { Generated } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { DAY } from '../../../platform/lib/clock.ts'

export const EXCHANGES_KEPT = 90 * DAY

type Tables = {
  carrier_exchanges: {
    exchange_id: string
    carrier_id: string
    request_id: string
    attempt: number
    sent_at: Date
    took_ms: number | null
    outcome: string
    http_status: number | null
    request: Buffer
    response: Buffer | null
    seal: Generated<Buffer>
  }
}

export type ExchangeRow = Omit<Tables['carrier_exchanges'], 'seal'>

const tables = (db: Db) => db.withTables<Tables>()

/** Written before and after the exchange. The second write also inserts the row if the first one failed. */
export const saveExchange = async (db: Db, row: ExchangeRow): Promise<void> => {
  const { outcome, http_status, took_ms, response } = row
  await tables(db)
    .insertInto('carrier_exchanges')
    .values(row)
    .onConflict(conflict =>
      // The whole row is written again, so its seal also covers the columns that stay.
      conflict
        .column('exchange_id')
        .doUpdateSet(({ ref }) => ({ outcome, http_status, took_ms, response, seal: ref('excluded.seal') })),
    )
    .execute()
}

export const listExchangesAbout = (db: Db, uid: string): Promise<Pick<ExchangeRow, 'exchange_id'>[]> =>
  db
    .withTables<Held>()
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

export const findLastExchange = async (db: Db, request_id: string): Promise<ExchangeRow | null> =>
  (await tables(db)
    .selectFrom('carrier_exchanges')
    .selectAll()
    .where('request_id', '=', request_id)
    .where('outcome', '!=', 'sent')
    .orderBy('sent_at', 'desc')
    .orderBy('exchange_id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

export const emptyExchange = async (db: Db, exchange_id: string, request: Buffer): Promise<void> => {
  await tables(db)
    .updateTable('carrier_exchanges')
    .set({ request, response: null })
    .where('exchange_id', '=', exchange_id)
    .execute()
}

type Held = Tables & {
  carrier_questions: { request_id: string; uid: string }
  bind_orders: { order_id: string; uid: string }
  documents: { document_id: string; uid: string }
  legal_holds: { uid: string; lifted_at: Date | null }
}

export const deleteExchangesBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(db.withTables<Held>(), 'carrier_exchanges', ({ eb, and, not, exists, selectFrom }) =>
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
