import type { App } from '../app.ts'
import { deleteTokensExpiredBefore } from '../key/access-token-store.ts'
import { DAY, later } from '../lib/clock.ts'
import { deleteRegistrationsBefore } from './registration-store.ts'
import { purgeSigningKeys } from './signing-key.ts'
import { deleteIdleClients, deleteObjectsExpiredBefore } from './store.ts'

const CLIENT_KEPT = 90 * DAY

/** A day later than they end: until then a late caller hears what happened instead of "unknown". */
export const purgeOAuth = async (app: App): Promise<void> => {
  const yesterday = later(app.clock.now(), -DAY)
  await deleteObjectsExpiredBefore(app.db, yesterday)
  await deleteTokensExpiredBefore(app.db, yesterday)
  await deleteRegistrationsBefore(app.db, yesterday)
  await purgeSigningKeys(app)
  await deleteIdleClients(app.db, later(app.clock.now(), -CLIENT_KEPT))
}
