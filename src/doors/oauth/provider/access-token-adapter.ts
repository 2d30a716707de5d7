import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type AccessTokenRow,
  findAccessToken,
  insertAccessToken,
} from '../../../platform/key/access-token-store.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import { later, SECOND } from '../../../platform/lib/clock.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { holdGrant } from '../tokens/store.ts'
import { endGrant } from './grant.ts'

export const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

const rowOf = (app: App, token: string, payload: AdapterPayload, expiresIn = 0) => ({
  token_id: randomId(app.random, 'tok'),
  hash: keyHash(token),
  operator_uid: String(payload.accountId),
  grant_id: String(payload.grantId),
  client_id: String(payload.clientId),
  scopes: (payload.scope ?? '').split(' ').filter(scope => scope !== ''),
  audience: String(payload.aud ?? app.config.publicUrl),
  created_at: app.clock.now(),
  expires_at: later(app.clock.now(), expiresIn * SECOND),
})

const payloadOf = (token: string, row: AccessTokenRow): AdapterPayload => ({
  jti: token,
  kind: 'AccessToken',
  format: 'opaque',
  accountId: row.operator_uid,
  grantId: row.grant_id,
  clientId: row.client_id,
  scope: row.scopes.join(' '),
  aud: row.audience,
  iat: row.created_at.getTime() / SECOND,
  exp: row.expires_at.getTime() / SECOND,
})

export const accessTokenAdapter = (app: App): Adapter => ({
  ...emptyAdapter,
  // A token issued while its grant is being revoked is stored as revoked.
  upsert: (token, payload, expiresIn) =>
    transact(app, async inside => {
      const row = rowOf(inside, token, payload, expiresIn)
      const alive = await holdGrant(inside.db, row.grant_id)
      await insertAccessToken(inside.db, { ...row, revoked_at: alive ? null : row.created_at })
    }),
  async find(token) {
    const row = await findAccessToken(app.db, keyHash(token))
    return row && row.revoked_at === null ? payloadOf(token, row) : undefined
  },
  async destroy(token) {
    const row = await findAccessToken(app.db, keyHash(token))
    if (row) await transact(app, inside => endGrant(inside, row.grant_id))
  },
})
