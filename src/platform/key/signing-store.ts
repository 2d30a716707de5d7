import type { JWK } from 'jose'
import type { Db } from '../db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'

export const signingKeys = sealedTable('signing_keys', 'free', {
  kid: t.key(t.text()),
  public_jwk: t.json<JWK>(),
  private_jwk: t.encrypted(),
  created_at: t.time(),
  retired_at: t.orNull(t.time()),
})

export type SigningKeyRow = Row<typeof signingKeys>

const tables = tablesOf(signingKeys)

export const insertSigningKey = (db: Db, row: Omit<SigningKeyRow, 'retired_at'>): Promise<unknown> =>
  tables(db)
    .insertInto('signing_keys')
    .values({ ...row, public_jwk: JSON.stringify(row.public_jwk), retired_at: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const activeSigningKey = (db: Db): Promise<SigningKeyRow | undefined> =>
  tables(db).selectFrom('signing_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst()

export const findSigningKey = (db: Db, kid: string): Promise<SigningKeyRow | undefined> =>
  tables(db).selectFrom('signing_keys').selectAll().where('kid', '=', kid).executeTakeFirst()

export const listSigningKeys = (db: Db): Promise<SigningKeyRow[]> =>
  tables(db).selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()

export const retireSigningKey = (
  db: Db,
  kid: string,
  retired: Pick<SigningKeyRow, 'retired_at' | 'private_jwk'>,
): Promise<unknown> => tables(db).updateTable('signing_keys').set(retired).where('kid', '=', kid).execute()
