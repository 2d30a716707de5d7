import type { Db } from '../db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'
import { DAY } from '../lib/clock.ts'

export const accessTokens = sealedTable('access_tokens', 'free', {
  token_id: t.key(t.text()),
  hash: t.bytes(),
  operator_uid: t.text(),
  grant_id: t.text(),
  client_id: t.text(),
  scopes: t.list(t.text()),
  audience: t.text(),
  created_at: t.time(),
  expires_at: t.purged(DAY, t.time()),
  revoked_at: t.orNull(t.time()),
  last_used_at: t.unsealed('a date', t.orNull(t.time())),
})

export type AccessTokenRow = Row<typeof accessTokens>

const tables = tablesOf(accessTokens)

export const insertAccessToken = (db: Db, row: Omit<AccessTokenRow, 'last_used_at'>): Promise<unknown> =>
  tables(db)
    .insertInto('access_tokens')
    .values({ ...row, last_used_at: null })
    .execute()

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

/** All tokens of the grant are read, so that none can hide as revoked and live again later. */
export const revokeTokensOfGrant = async (
  db: Db,
  grantId: string,
  now: Date,
): Promise<Pick<AccessTokenRow, 'hash'>[]> => {
  const rows = await tables(db)
    .selectFrom('access_tokens')
    .selectAll()
    .where('grant_id', '=', grantId)
    .execute()
  const living = rows.filter(({ revoked_at }) => revoked_at === null)
  return living.length === 0
    ? []
    : tables(db)
        .updateTable('access_tokens')
        .set({ revoked_at: now })
        .where(
          'token_id',
          'in',
          living.map(({ token_id }) => token_id),
        )
        .where('revoked_at', 'is', null)
        .returning('hash')
        .execute()
}
