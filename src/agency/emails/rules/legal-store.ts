import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

export const legalNotices = sealedTable('legal_notices', 'expired', {
  notice_id: t.key(t.text()),
  uid: t.held(t.text()),
  kind: t.text<'adverse_action' | 'policy_canceled' | 'declination'>(),
  content: t.encrypted(),
  created_at: t.time(),
  kept_until: t.purged(0, t.time()),
})

export type LegalNoticeRow = Row<typeof legalNotices>

const tables = tablesOf(legalNotices)

export const insertLegalNotice = (db: Db, row: LegalNoticeRow): Promise<unknown> =>
  tables(db).insertInto('legal_notices').values(row).execute()

export const listLegalNotices = (db: Db, uid: string): Promise<LegalNoticeRow[]> =>
  tables(db)
    .selectFrom('legal_notices')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('notice_id')
    .execute()
