import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'

type Tables = {
  access_tokens: {
    token_id: string
    hash: Buffer
    operator_uid: string
    grant_id: string
    client_id: string
    scopes: string[]
    audience: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    last_used_at: Date | null
  }
}

export type AccessTokenRow = Tables['access_tokens']

const tables = (db: Db) => db.withTables<Tables>()

export const insertAccessToken = async (db: Db, row: Omit<AccessTokenRow, 'last_used_at'>): Promise<void> => {
  await tables(db)
    .insertInto('access_tokens')
    .values({ ...row, last_used_at: null })
    .execute()
}

export const findAccessToken = (db: Db, hash: Buffer): Promise<AccessTokenRow | undefined> =>
  tables(db).selectFrom('access_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()

export const findAccessTokenById = (db: Db, tokenId: string): Promise<AccessTokenRow | undefined> =>
  tables(db).selectFrom('access_tokens').selectAll().where('token_id', '=', tokenId).executeTakeFirst()

export const touchAccessToken = async (db: Db, tokenId: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('token_id', '=', tokenId)
    .execute()
}

export const revokeTokensOfGrant = (
  db: Db,
  grantId: string,
  now: Date,
): Promise<Pick<AccessTokenRow, 'hash'>[]> =>
  tables(db)
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('grant_id', '=', grantId)
    .where('revoked_at', 'is', null)
    .returning('hash')
    .execute()

export const deleteTokensExpiredBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'access_tokens', eb => eb('expires_at', '<', moment))
}
