import type { App } from '../../platform/app.ts'
import { keyCache } from '../../platform/key/key-cache.ts'
import { type CredentialRow, revokeCredential } from '../../platform/key/store.ts'

export const endKey = async (
  app: App,
  { credential_id, hash }: Pick<CredentialRow, 'credential_id' | 'hash'>,
): Promise<void> => {
  if (await revokeCredential(app.db, credential_id, app.clock.now()))
    app.afterCommit(() => keyCache(app).forget(hash))
}
