import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'

export const requestMetadata = table('request_metadata', 'notes of an operator, encrypted', {
  uid: t.erased(t.key(t.text())),
  /** In the key, so that a row given to another operator does not open. */
  owner: t.key(t.text()),
  content: t.encrypted(),
  macs: t.list(t.bytes()),
})

export type MetadataRow = Row<typeof requestMetadata>

const tables = tablesOf(requestMetadata)

export const listMetadata = async (db: Db, uids: readonly string[]): Promise<MetadataRow[]> =>
  uids.length === 0
    ? []
    : tables(db)
        .selectFrom('request_metadata')
        .selectAll()
        .where('uid', 'in', [...uids])
        .execute()

export const putMetadata = (db: Db, { uid, owner, content, macs }: MetadataRow): Promise<unknown> =>
  tables(db)
    .insertInto('request_metadata')
    .values({ uid, owner, content, macs })
    .onConflict(conflict => conflict.column('uid').doUpdateSet({ content, macs }))
    .execute()

export const updateMetadataMacs = (db: Db, uid: string, macs: Buffer[]): Promise<unknown> =>
  tables(db).updateTable('request_metadata').set({ macs }).where('uid', '=', uid).execute()

export const hasPair = (macs: readonly Buffer[]): RawBuilder<boolean> =>
  sql<boolean>`uid in (select uid from request_metadata where macs && ${macs}::bytea[])`
