import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'

export const EXCHANGES_KEPT = 90 * DAY

export const carrierExchanges = sealedTable('carrier_exchanges', 'expired', {
  exchange_id: t.key(t.text()),
  carrier_id: t.text(),
  request_id: t.text(),
  attempt: t.number(),
  sent_at: t.time(),
  took_ms: t.orNull(t.number()),
  outcome: t.text(),
  http_status: t.orNull(t.number()),
  request: t.encrypted('request'),
  response: t.orNull(t.encrypted('response')),
})

export type ExchangeRow = Row<typeof carrierExchanges>

const tables = tablesOf(carrierExchanges)

/** Written before and after the exchange. The second write also inserts the row if the first one failed. */
export const saveExchange = async (db: Db, row: ExchangeRow): Promise<void> => {
  const { exchange_id, outcome, http_status, took_ms, response } = row
  if (outcome !== 'sent') {
    const { numUpdatedRows } = await tables(db)
      .updateTable('carrier_exchanges')
      .set({ outcome, http_status, took_ms, response })
      .where('exchange_id', '=', exchange_id)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  await tables(db)
    .insertInto('carrier_exchanges')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

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
