import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const deskReads = sealedTable('desk_reads', 'never', {
  read_id: t.key(t.text()),
  uid: t.text(),
  what: t.text(),
  read_by: t.text(),
  read_at: t.time(),
})

const tables = tablesOf(deskReads)

export type DeskRead = Row<typeof deskReads>

export const insertReads = async (db: Db, rows: readonly DeskRead[]): Promise<void> => {
  if (rows.length > 0)
    await tables(db)
      .insertInto('desk_reads')
      .values([...rows])
      .execute()
}

const LAST_READ = { table: 'desk_reads', by: ['read_at', 'read_id'], newestFirst: true } as const

export const listReads = (db: Db, uid: string, { after, limit }: PageAsked): Promise<DeskRead[]> =>
  tables(db)
    .selectFrom('desk_reads')
    .selectAll()
    .where('uid', '=', uid)
    .where(isAfter(LAST_READ, after))
    .orderBy('read_at', 'desc')
    .orderBy('read_id', 'desc')
    .limit(limit)
    .execute()

export const countReads = (db: Db, uid: string): Promise<number> =>
  countOf(tables(db).selectFrom('desk_reads').where('uid', '=', uid))
