import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { looksLikeAccessToken } from '../../../platform/key/access-token.ts'
import { findAccessToken } from '../../../platform/key/access-token-store.ts'
import { keyCache } from '../../../platform/key/key-cache.ts'
import { keyHash, looksLikeOperatorKey } from '../../../platform/key/operator-key.ts'
import { findCredential, revokeAllKeys } from '../../../platform/key/store.ts'
import { endKey } from '../../key/keys.ts'
import { refuseOAuth } from '../protocol/oauth-error.ts'
import { registrationsOf } from '../tokens/registration-store.ts'
import { findObject, grantIdsOf } from '../tokens/store.ts'
import { objectKey } from './adapter.ts'
import { endGrant } from './grant.ts'

const grantBehind = async (app: App, text: string): Promise<string | null | undefined> => {
  const access = looksLikeAccessToken(text) ? await findAccessToken(app.db, keyHash(text)) : undefined
  return (access ?? (await findObject(app.db, objectKey('RefreshToken', text))))?.grant_id
}

const endToken = async (app: App, text: string): Promise<void> => {
  const grantId = await grantBehind(app, text)
  if (grantId) await endGrant(app, grantId)
}

/** Succeeds for an unknown credential too (RFC 7009, 2.2). */
export const endCredential = async (app: App, text: string): Promise<void> => {
  const key = looksLikeOperatorKey(text) ? await findCredential(app.db, keyHash(text)) : undefined
  if (key?.revoked_at === null) await endKey(app, key)
  else await endToken(app, text)
}

export const endOperator = async (app: App, operatorUid: string): Promise<void> => {
  const keys = await revokeAllKeys(app.db, operatorUid, app.clock.now())
  app.afterCommit(() => {
    for (const { hash } of keys) keyCache(app).forget(hash)
  })
  const registrations = await registrationsOf(app.db, { operatorUid, notBefore: new Date(0) })
  const grants = await grantIdsOf(app.db, operatorUid)
  for (const id of [...grants, ...registrations.map(({ registration_id }) => registration_id)])
    await endGrant(app, id)
}

/** RFC 7009 for agents, which are not registered clients: holding the token is enough to revoke it. */
export const revokeWithoutClient = (app: App, form: URLSearchParams): Promise<void> => {
  const token =
    form.get('token') ?? refuseOAuth('invalid_request', 'token is required; send it as a form field')
  return transact(app, inside => endCredential(inside, token))
}
