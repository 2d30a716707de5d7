import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
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

export const insertPage = async (db: Db, row: PageRow): Promise<void> => {
  await tables(db).insertInto('declarations_pages').values(row).execute()
}

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

export const countWaitingPages = async (db: Db): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('declarations_pages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

type PageChange = Pick<PageRow, 'document_id' | 'status' | 'facts' | 'decided_by' | 'decided_at'>

/** False: it is no longer in the status it was in. */
export const changePage = async (
  db: Db,
  { document_id, ...to }: PageChange,
  from: PageStatus,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('declarations_pages')
    .set(to)
    .where('document_id', '=', document_id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
