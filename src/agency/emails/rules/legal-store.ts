import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'

type Tables = {
  legal_notices: {
    notice_id: string
    uid: string
    kind: 'adverse_action' | 'policy_canceled' | 'declination'
    content: Buffer
    created_at: Date
    kept_until: Date
  }
}

export type LegalNoticeRow = Tables['legal_notices']

const tables = (db: Db) => db.withTables<Tables>()

export const insertLegalNotice = async (db: Db, row: LegalNoticeRow): Promise<void> => {
  await tables(db).insertInto('legal_notices').values(row).execute()
}

export const listLegalNotices = (db: Db, uid: string): Promise<LegalNoticeRow[]> =>
  tables(db)
    .selectFrom('legal_notices')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('notice_id')
    .execute()

export const deleteLegalNoticesBefore = async (db: Db, now: Date): Promise<void> => {
  const held = db.withTables<Tables & { legal_holds: { uid: string; lifted_at: Date | null } }>()
  await deleteInBatches(held, 'legal_notices', ({ eb, and, not, exists, selectFrom }) =>
    and([
      eb('kept_until', '<', now),
      not(
        exists(
          selectFrom('legal_holds')
            .select('legal_holds.uid')
            .whereRef('legal_holds.uid', '=', 'legal_notices.uid')
            .where('legal_holds.lifted_at', 'is', null),
        ),
      ),
    ]),
  )
}
