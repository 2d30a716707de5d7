import type { JWK } from 'jose'
import type { ColumnType, Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  signing_keys: {
    kid: string
    public_jwk: ColumnType<JWK, string>
    private_jwk: Buffer
    created_at: Date
    retired_at: Date | null
  }
}

export type SigningKeyRow = Selectable<Tables['signing_keys']>

const tables = (db: Db) => db.withTables<Tables>()

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

export const deleteKeysRetiredBefore = async (db: Db, moment: Date): Promise<void> => {
  await tables(db).deleteFrom('signing_keys').where('retired_at', '<', moment).execute()
}
