import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { isThere, writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { accessTokens } from '../../../platform/key/access-token-store.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'

export const oauthObjects = sealedTable('oauth_objects', 'free', {
  kind: t.key(t.text()),
  id: t.key(t.bytes()),
  content: t.encrypted(),
  grant_id: t.orNull(t.text()),
  operator_uid: t.orNull(t.text()),
  client_id: t.orNull(t.text()),
  created_at: t.time(),
  /** Kept a day longer, so a late caller hears "expired" instead of "unknown". */
  expires_at: t.purged(DAY, t.orNull(t.time())),
  consumed_at: t.orNull(t.time()),
})

export type ObjectRow = Row<typeof oauthObjects>
export type ObjectKey = Pick<ObjectRow, 'kind' | 'id'>

const tables = tablesOf(oauthObjects, accessTokens)

export const saveObject = async (db: Db, row: Omit<ObjectRow, 'consumed_at'>): Promise<void> => {
  const { content, grant_id, operator_uid, client_id, expires_at } = row
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('oauth_objects')
    .values({ ...row, consumed_at: null })
    .onConflict(conflict => conflict.columns(['kind', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return
  await tables(db)
    .updateTable('oauth_objects')
    .set({ content, grant_id, operator_uid, client_id, expires_at })
    .where('kind', '=', row.kind)
    .where('id', '=', row.id)
    .execute()
}

export const findObject = (db: Db, { kind, id }: ObjectKey): Promise<ObjectRow | undefined> =>
  tables(db)
    .selectFrom('oauth_objects')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteObject = async (db: Db, { kind, id }: ObjectKey): Promise<void> => {
  await tables(db).deleteFrom('oauth_objects').where('kind', '=', kind).where('id', '=', id).execute()
}

export const consumeObject = (db: Db, { kind, id }: ObjectKey, now: Date): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('oauth_objects')
      .set({ consumed_at: now })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('consumed_at', 'is', null),
  )

export const holdGrant = (db: Db, grantId: string): Promise<boolean> =>
  isThere(
    tables(db)
      .selectFrom('oauth_objects')
      .selectAll()
      .where('kind', '=', 'Grant')
      .where('grant_id', '=', grantId)
      .forShare(),
  )

/** Deletes the grant first, so only one of several racing callers continues. */
export const deleteGrant = async (db: Db, grantId: string): Promise<boolean> => {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('oauth_objects')
    .where('kind', '=', 'Grant')
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tables(db).deleteFrom('oauth_objects').where('grant_id', '=', grantId).execute()
  return true
}

export type GrantRow = ObjectRow & { last_used_at: Date | null }

export const grantsOf = (
  db: Db,
  { operatorUid, now, limit }: { operatorUid: string; now: Date; limit: number },
): Promise<GrantRow[]> =>
  tables(db)
    .selectFrom('oauth_objects as grants')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('access_tokens')
        .select(({ fn }) => fn.max('access_tokens.last_used_at').as('used'))
        .whereRef('access_tokens.grant_id', '=', 'grants.grant_id')
        .as('last_used_at'),
    )
    .where('kind', '=', 'Grant')
    .where('operator_uid', '=', operatorUid)
    .where('expires_at', '>', now)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('oauth_objects as refresh')
            .select('refresh.id')
            .whereRef('refresh.grant_id', '=', 'grants.grant_id')
            .where('refresh.kind', '=', 'RefreshToken')
            .where('refresh.consumed_at', 'is', null)
            .where('refresh.expires_at', '>', now),
        ),
        exists(
          selectFrom('access_tokens')
            .select('access_tokens.grant_id')
            .whereRef('access_tokens.grant_id', '=', 'grants.grant_id')
            .where('access_tokens.revoked_at', 'is', null)
            .where('access_tokens.expires_at', '>', now),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export const isGrantOf = (db: Db, operatorUid: string, grantId: string): Promise<boolean> =>
  isThere(
    tables(db)
      .selectFrom('oauth_objects')
      .select('id')
      .where('kind', '=', 'Grant')
      .where('grant_id', '=', grantId)
      .where('operator_uid', '=', operatorUid),
  )

export const grantIdsOf = async (db: Db, operatorUid: string): Promise<string[]> => {
  const found = await tables(db)
    .selectFrom('oauth_objects')
    .select('grant_id')
    .where('kind', '=', 'Grant')
    .where('operator_uid', '=', operatorUid)
    .execute()
  return found.flatMap(({ grant_id }) => grant_id ?? [])
}

const UNUSED_CLIENTS_KEPT = 90 * DAY

export const deleteIdleClients = async (db: Db, now: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'oauth_objects', ({ eb, and, not, exists, selectFrom }) =>
    and([
      eb('kind', '=', 'Client'),
      eb('created_at', '<', later(now, -UNUSED_CLIENTS_KEPT)),
      not(
        exists(
          selectFrom('oauth_objects as grants')
            .select('grants.id')
            .where('grants.kind', '=', 'Grant')
            .whereRef('grants.client_id', '=', 'oauth_objects.client_id'),
        ),
      ),
    ]),
  )
}
