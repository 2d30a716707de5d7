import { type App, job } from './app.ts'
import { deleteExchangesBefore } from './carriers/store.ts'
import { deleteEmailsBefore } from './emails/store.ts'
import { purgeStatusDays } from './homeowners/status-days.ts'
import { purgeReplays } from './http/idempotency.ts'
import { deleteBudgetsBefore } from './http/store.ts'
import { purgeIntakeTokens } from './key/intake-token.ts'
import { DAY, later } from './lib/clock.ts'
import { purgeOAuth } from './oauth/purge.ts'
import { purgeCodes } from './signin/one-time-code.ts'
import { purgeLinks } from './signin/one-time-link.ts'
import { purgeSessions } from './signin/session.ts'

const MAIL_KEPT = 30 * DAY
const EXCHANGES_KEPT = 90 * DAY

/** What has served its time goes away. */
export const purge = job({
  name: 'purge',
  cron: '41 * * * *',
  async run(app: App) {
    await purgeReplays(app)
    await deleteBudgetsBefore(app.db, app.clock.now().getTime())
    await purgeCodes(app)
    await purgeLinks(app)
    await purgeSessions(app)
    await purgeOAuth(app)
    await purgeIntakeTokens(app)
    await deleteEmailsBefore(app.db, later(app.clock.now(), -MAIL_KEPT))
    await deleteExchangesBefore(app.db, later(app.clock.now(), -EXCHANGES_KEPT))
    await purgeStatusDays(app)
  },
})
