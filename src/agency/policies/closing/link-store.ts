import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  lender_links: {
    link_id: string
    uid: string
    policy_id: string
    token_hash: Buffer
    /** Counted from 1 by rank. Null: all lenders of the policy. */
    mortgagee: number | null
    made_by: 'insured' | 'operator' | 'staff'
    actor: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    revoked_by: string | null
  }
  lender_link_openings: {
    opening_id: string
    link_id: string
    uid: string
    what: string
    opened_at: Date
    visitor: Buffer
  }
}

export type LenderLinkRow = Tables['lender_links']
export type OpeningRow = Tables['lender_link_openings']

const tables = (db: Db) => db.withTables<Tables>()

export const insertLenderLink = async (db: Db, row: LenderLinkRow): Promise<void> => {
  await tables(db).insertInto('lender_links').values(row).execute()
}

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

export const markLenderLinkRevoked = async (
  db: Db,
  { link_id, ...revoked }: Pick<LenderLinkRow, 'link_id' | 'revoked_at' | 'revoked_by'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('lender_links')
    .set(revoked)
    .where('link_id', '=', link_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertOpening = async (db: Db, row: OpeningRow): Promise<void> => {
  await tables(db).insertInto('lender_link_openings').values(row).execute()
}

export const countOpenings = async (db: Db, link_id: string): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('lender_link_openings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('link_id', '=', link_id)
    .executeTakeFirstOrThrow()
  return count
}

export const listOpenings = (db: Db, link_id: string, limit: number): Promise<OpeningRow[]> =>
  tables(db)
    .selectFrom('lender_link_openings')
    .selectAll()
    .where('link_id', '=', link_id)
    .orderBy('opened_at', 'desc')
    .orderBy('opening_id', 'desc')
    .limit(limit)
    .execute()

export const deleteOpenings = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('lender_link_openings').where('uid', '=', uid).execute()
}
