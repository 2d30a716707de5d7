import type { App } from '../../platform/app.ts'
import { keyCache } from '../../platform/key/key-cache.ts'
import { type CredentialRow, keyIdOf, lockOperator, revokeRotations } from '../../platform/key/store.ts'

/** The lock waits for a rotation, so it cannot bring the key past its end. */
export const endKey = async (
  app: App,
  key: Pick<CredentialRow, 'credential_id' | 'first_id' | 'operator_uid'>,
): Promise<void> => {
  await lockOperator(app.db, key.operator_uid)
  const ended = await revokeRotations(app.db, keyIdOf(key), app.clock.now())
  app.afterCommit(() => {
    for (const { hash } of ended) keyCache(app).forget(hash)
  })
}
