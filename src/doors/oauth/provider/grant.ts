import type { App } from '../../../platform/app.ts'
import { revokeTokensOfGrant } from '../../../platform/key/access-token-store.ts'
import { keyCache } from '../../../platform/key/key-cache.ts'
import { revokeRegistration } from '../tokens/registration-store.ts'
import { deleteGrant } from '../tokens/store.ts'

export const endGrant = async (app: App, grantId: string): Promise<void> => {
  const ended = (await deleteGrant(app.db, grantId)) || (await revokeRegistration(app.db, grantId))
  if (!ended) return
  const revoked = await revokeTokensOfGrant(app.db, grantId, app.clock.now())
  app.afterCommit(() => {
    for (const { hash } of revoked) keyCache(app).forget(hash)
  })
}
