import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf, writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export type PageStatus = 'waiting' | 'accepted' | 'replaced' | 'refused' | 'withdrawn'

export const declarationsPages = sealedTable('declarations_pages', 'erasure', {
  document_id: t.key(t.text()),
  policy_id: t.text(),
  uid: t.erased(t.text()),
  status: t.text<PageStatus>(),
  facts: t.encrypted(),
  received_by: t.text(),
  received_at: t.time(),
  decided_by: t.orNull(t.text()),
  decided_at: t.orNull(t.time()),
})

export type PageRow = Row<typeof declarationsPages>

const tables = tablesOf(declarationsPages)

export const insertPage = (db: Db, row: PageRow): Promise<unknown> =>
  tables(db).insertInto('declarations_pages').values(row).execute()

export const findPageRow = (db: Db, documentId: string): Promise<PageRow | undefined> =>
  tables(db)
    .selectFrom('declarations_pages')
    .selectAll()
    .where('document_id', '=', documentId)
    .executeTakeFirst()

export const listPageRows = (db: Db, uid: string): Promise<PageRow[]> =>
  tables(db)
    .selectFrom('declarations_pages')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('received_at')
    .orderBy('document_id')
    .execute()

const OLDEST_FIRST = { table: 'declarations_pages', by: ['received_at', 'document_id'] } as const

export const listWaitingPages = (db: Db, { after, limit }: PageAsked): Promise<PageRow[]> =>
  tables(db)
    .selectFrom('declarations_pages')
    .selectAll()
    .where('status', '=', 'waiting')
    .where(isAfter(OLDEST_FIRST, after))
    .orderBy('received_at')
    .orderBy('document_id')
    .limit(limit)
    .execute()

export const countWaitingPages = (db: Db): Promise<number> =>
  countOf(tables(db).selectFrom('declarations_pages').where('status', '=', 'waiting'))

type PageChange = Pick<PageRow, 'document_id' | 'status' | 'facts' | 'decided_by' | 'decided_at'>

export const changePage = (db: Db, { document_id, ...to }: PageChange, from: PageStatus): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('declarations_pages')
      .set(to)
      .where('document_id', '=', document_id)
      .where('status', '=', from),
  )
