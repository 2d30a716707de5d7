import type { App } from '../../platform/app.ts'
import { deleteTokensExpiredBefore } from '../../platform/key/access-token-store.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { deleteAssertionsBefore, deleteRegistrationsBefore } from './tokens/registration-store.ts'
import { purgeSigningKeys } from './tokens/signing-key.ts'
import { deleteIdleClients, deleteObjectsExpiredBefore } from './tokens/store.ts'

const UNUSED_CLIENT_LIFETIME = 90 * DAY

/** Kept a day longer, so a late caller hears "expired" instead of "unknown". */
const yesterday = ({ clock }: App): Date => later(clock.now(), -DAY)

export const oauthPurges: Record<string, (app: App) => Promise<void>> = {
  oauth_objects: app => deleteObjectsExpiredBefore(app.db, yesterday(app)),
  access_tokens: app => deleteTokensExpiredBefore(app.db, yesterday(app)),
  agent_registrations: app => deleteRegistrationsBefore(app.db, yesterday(app)),
  used_assertions: app => deleteAssertionsBefore(app.db, yesterday(app)),
  signing_keys: purgeSigningKeys,
  oauth_clients: app => deleteIdleClients(app.db, later(app.clock.now(), -UNUSED_CLIENT_LIFETIME)),
}
