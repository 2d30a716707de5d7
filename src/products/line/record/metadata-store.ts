import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

type Tables = { request_metadata: { uid: string; owner: string; content: Buffer; macs: Buffer[] } }

export type MetadataRow = Tables['request_metadata']

const tables = (db: Db) => db.withTables<Tables>()

export const listMetadata = async (db: Db, uids: readonly string[]): Promise<MetadataRow[]> =>
  uids.length === 0
    ? []
    : tables(db)
        .selectFrom('request_metadata')
        .selectAll()
        .where('uid', 'in', [...uids])
        .execute()

export const putMetadata = async (db: Db, { uid, owner, content, macs }: MetadataRow): Promise<void> => {
  await tables(db)
    .insertInto('request_metadata')
    .values({ uid, owner, content, macs })
    .onConflict(conflict => conflict.column('uid').doUpdateSet({ content, macs }))
    .execute()
}

export const updateMetadataMacs = async (db: Db, uid: string, macs: Buffer[]): Promise<void> => {
  await tables(db).updateTable('request_metadata').set({ macs }).where('uid', '=', uid).execute()
}

export const deleteMetadata = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('request_metadata').where('uid', '=', uid).execute()
}

export const hasPair = (macs: readonly Buffer[]): RawBuilder<boolean> =>
  sql<boolean>`uid in (select uid from request_metadata where macs && ${macs}::bytea[])`
