import { createHash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { later, SECOND } from '../../../platform/lib/clock.ts'
import {
  consumeObject,
  deleteObject,
  findObject,
  holdGrant,
  type ObjectKey,
  type ObjectRow,
  oauthObjects,
  saveObject,
} from '../tokens/store.ts'
import { accessTokenAdapter, emptyAdapter } from './access-token-adapter.ts'
import { endGrant } from './grant.ts'

export type Refuse = (reason: string) => Error

export const objectKey = (kind: string, id: string): ObjectKey => ({
  kind,
  id: createHash('sha256').update(id).digest(),
})

export const openObject = <T = AdapterPayload>(
  app: App,
  row: Pick<ObjectRow, 'kind' | 'id' | 'content'>,
): T => app.sealer.openJson<T>(oauthObjects.context('content', row), row.content)

const rowOf = (
  app: App,
  key: ObjectKey,
  payload: AdapterPayload,
  expiresIn: number | undefined,
): Omit<ObjectRow, 'consumed_at'> => {
  const now = app.clock.now()
  const grantId = key.kind === 'Grant' ? payload.jti : payload.grantId
  return {
    ...key,
    content: app.sealer.seal(oauthObjects.context('content', key), JSON.stringify(payload)),
    grant_id: grantId ?? null,
    operator_uid: payload.accountId ?? null,
    client_id: (payload.clientId ?? payload.client_id ?? null) as string | null,
    created_at: now,
    expires_at: expiresIn === undefined ? null : later(now, expiresIn * SECOND),
  }
}

// The library reads the system clock. Rows that expired by our clock get an expiry in the distant past.
const LONG_AGO = 1

const seconds = (moment: Date): number => Math.floor(moment.getTime() / SECOND)

const saveUnderGrant = (app: App, row: Omit<ObjectRow, 'consumed_at'>): Promise<void> =>
  transact(app, async inside => {
    if (row.grant_id === null || row.kind === 'Grant' || (await holdGrant(inside.db, row.grant_id)))
      await saveObject(inside.db, row)
  })

/** A second use means the code or refresh token was stolen, so the whole grant ends. */
const refuseReuse = async (app: App, key: ObjectKey, refuse: Refuse): Promise<never> => {
  const grantId = (await findObject(app.db, key))?.grant_id
  if (grantId) await transact(app, inside => endGrant(inside, grantId))
  throw refuse('it was already used')
}

const objectAdapter = (app: App, kind: string, refuse: Refuse): Adapter => ({
  ...emptyAdapter,
  upsert: (id, payload, expiresIn) =>
    saveUnderGrant(app, rowOf(app, objectKey(kind, id), payload, expiresIn)),
  async find(id) {
    const row = await findObject(app.db, objectKey(kind, id))
    if (!row) return undefined
    return {
      ...openObject(app, row),
      ...(row.consumed_at && { consumed: seconds(row.consumed_at) }),
      ...(row.expires_at && row.expires_at <= app.clock.now() && { exp: LONG_AGO }),
    }
  },
  async consume(id) {
    const key = objectKey(kind, id)
    if (!(await consumeObject(app.db, key, app.clock.now()))) await refuseReuse(app, key, refuse)
  },
  destroy: id =>
    kind === 'Grant'
      ? transact(app, inside => endGrant(inside, id))
      : deleteObject(app.db, objectKey(kind, id)),
})

/** `revokeByGrantId` does nothing, because the library also destroys the grant, which ends everything under it. */
export const createAdapter =
  (app: App, refuse: Refuse) =>
  (kind: string): Adapter => {
    if (kind === 'Session') return emptyAdapter
    return kind === 'AccessToken' ? accessTokenAdapter(app) : objectAdapter(app, kind, refuse)
  }
