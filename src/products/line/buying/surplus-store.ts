import type { Db } from '../../../platform/db/database.ts'
import { writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const surplusFilings = sealedTable('surplus_filings', 'erasure', {
  order_id: t.key(t.text()),
  uid: t.erased(t.text()),
  facts: t.encrypted('facts'),
  form: t.orNull(t.encrypted('form')),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export type SurplusFilingRow = Row<typeof surplusFilings>

const tables = tablesOf(surplusFilings)

export const insertFiling = (db: Db, row: SurplusFilingRow): Promise<boolean> =>
  writesOne(
    tables(db)
      .insertInto('surplus_filings')
      .values(row)
      .onConflict(conflict => conflict.doNothing()),
  )

export const findFilingRow = (db: Db, order_id: string): Promise<SurplusFilingRow | undefined> =>
  tables(db).selectFrom('surplus_filings').selectAll().where('order_id', '=', order_id).executeTakeFirst()

export const listFilingRows = (db: Db, uid: string): Promise<SurplusFilingRow[]> =>
  tables(db)
    .selectFrom('surplus_filings')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('recorded_at')
    .orderBy('order_id')
    .execute()

type Recorded = { from: Date; to: Date; limit: number }

export const listFilingsRecorded = (db: Db, { from, to, limit }: Recorded): Promise<SurplusFilingRow[]> =>
  tables(db)
    .selectFrom('surplus_filings')
    .selectAll()
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', to)
    .orderBy('recorded_at')
    .orderBy('order_id')
    .limit(limit)
    .execute()
