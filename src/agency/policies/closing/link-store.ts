import type { Db } from '../../../platform/db/database.ts'
import { countOf, writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, table, tablesOf } from '../../../platform/db/table.ts'

export const lenderLinks = sealedTable('lender_links', 'never', {
  link_id: t.key(t.text()),
  uid: t.text(),
  policy_id: t.text(),
  token_hash: t.bytes(),
  mortgagee: t.orNull(t.number()),
  made_by: t.text<'insured' | 'operator' | 'staff'>(),
  actor: t.text(),
  created_at: t.time(),
  expires_at: t.time(),
  revoked_at: t.orNull(t.time()),
  revoked_by: t.orNull(t.text()),
})

export const lenderLinkOpenings = table(
  'lender_link_openings',
  'who opened a link; shown to its maker and to staff, and gives no access',
  {
    opening_id: t.key(t.text()),
    link_id: t.text(),
    uid: t.erased(t.text()),
    what: t.text(),
    opened_at: t.time(),
    visitor: t.encrypted(),
  },
)

export type LenderLinkRow = Row<typeof lenderLinks>
export type OpeningRow = Row<typeof lenderLinkOpenings>

const tables = tablesOf(lenderLinks, lenderLinkOpenings)

export const insertLenderLink = (db: Db, row: LenderLinkRow): Promise<unknown> =>
  tables(db).insertInto('lender_links').values(row).execute()

export const listLenderLinks = (db: Db, uid: string): Promise<LenderLinkRow[]> =>
  tables(db)
    .selectFrom('lender_links')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('link_id')
    .execute()

export const findLenderLink = (db: Db, link_id: string): Promise<LenderLinkRow | undefined> =>
  tables(db).selectFrom('lender_links').selectAll().where('link_id', '=', link_id).executeTakeFirst()

export const findLiveLenderLink = (
  db: Db,
  token_hash: Buffer,
  now: Date,
): Promise<LenderLinkRow | undefined> =>
  tables(db)
    .selectFrom('lender_links')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const markLenderLinkRevoked = (
  db: Db,
  { link_id, ...revoked }: Pick<LenderLinkRow, 'link_id' | 'revoked_at' | 'revoked_by'>,
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('lender_links')
      .set(revoked)
      .where('link_id', '=', link_id)
      .where('revoked_at', 'is', null),
  )

export const insertOpening = (db: Db, row: OpeningRow): Promise<unknown> =>
  tables(db).insertInto('lender_link_openings').values(row).execute()

export const countOpenings = (db: Db, link_id: string): Promise<number> =>
  countOf(tables(db).selectFrom('lender_link_openings').where('link_id', '=', link_id))

export const listOpenings = (db: Db, link_id: string, limit: number): Promise<OpeningRow[]> =>
  tables(db)
    .selectFrom('lender_link_openings')
    .selectAll()
    .where('link_id', '=', link_id)
    .orderBy('opened_at', 'desc')
    .orderBy('opening_id', 'desc')
    .limit(limit)
    .execute()
