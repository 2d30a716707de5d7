import type { JWK } from 'jose'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { LIFETIMES } from '../protocol/urls.ts'

export const signingKeys = sealedTable('signing_keys', 'free', {
  kid: t.key(t.text()),
  public_jwk: t.json<JWK>(),
  private_jwk: t.encrypted(),
  created_at: t.time(),
  retired_at: t.purged(LIFETIMES.assertion, t.orNull(t.time())),
})

export type SigningKeyRow = Row<typeof signingKeys>

const tables = tablesOf(signingKeys)

export const insertSigningKey = async (db: Db, row: Omit<SigningKeyRow, 'retired_at'>): Promise<void> => {
  await tables(db)
    .insertInto('signing_keys')
    .values({ ...row, public_jwk: JSON.stringify(row.public_jwk), retired_at: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const activeSigningKey = (db: Db): Promise<SigningKeyRow | undefined> =>
  tables(db).selectFrom('signing_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst()

export const findSigningKey = (db: Db, kid: string): Promise<SigningKeyRow | undefined> =>
  tables(db).selectFrom('signing_keys').selectAll().where('kid', '=', kid).executeTakeFirst()

export const signingKeysSince = (db: Db, retiredAfter: Date): Promise<SigningKeyRow[]> =>
  tables(db)
    .selectFrom('signing_keys')
    .selectAll()
    .where(({ or, eb }) => or([eb('retired_at', 'is', null), eb('retired_at', '>', retiredAfter)]))
    .orderBy('created_at', 'desc')
    .execute()

export const retireSigningKey = async (db: Db, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('signing_keys')
    .set({ retired_at: now })
    .where('retired_at', 'is', null)
    .execute()
}
