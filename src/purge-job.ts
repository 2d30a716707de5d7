import { type App, job } from './app.ts'
import { deleteInboundBefore, INBOUND_KEPT } from './audit/inbound-store.ts'
import { deleteExchangesBefore, EXCHANGES_KEPT } from './carriers/endpoint/store.ts'
import { deleteLegalNoticesBefore } from './emails/rules/legal-store.ts'
import { purgeEmailCounts } from './emails/rules/limits.ts'
import { deleteEmailsBefore, EMAILS_KEPT } from './emails/store.ts'
import { purgeStatusDays } from './homeowners/dashboard/status-days.ts'
import { purgeReplays } from './http/idempotency.ts'
import { deleteBudgetsBefore } from './http/store.ts'
import { apart } from './jobs/parts.ts'
import { purgeIntakeTokens } from './key/shopper/intake-token.ts'
import { later } from './lib/clock.ts'
import { purgeChanges } from './line/record/changes.ts'
import { oauthPurges } from './oauth/purge.ts'
import { purgeRequests } from './requests/request-log.ts'
import { purgeCodes, purgeTries } from './signin/one-time-code.ts'
import { purgeLinks } from './signin/one-time-link.ts'
import { purgeSessions } from './signin/session.ts'

const purges: Record<string, (app: App) => Promise<void>> = {
  replays: purgeReplays,
  budgets: app => deleteBudgetsBefore(app.db, app.clock.now().getTime()),
  codes: purgeCodes,
  tries: purgeTries,
  links: purgeLinks,
  sessions: purgeSessions,
  ...oauthPurges,
  intake_tokens: purgeIntakeTokens,
  emails: app => deleteEmailsBefore(app.db, later(app.clock.now(), -EMAILS_KEPT)),
  email_counts: purgeEmailCounts,
  legal_notices: app => deleteLegalNoticesBefore(app.db, app.clock.now()),
  carrier_exchanges: app => deleteExchangesBefore(app.db, later(app.clock.now(), -EXCHANGES_KEPT)),
  inbound_events: app => deleteInboundBefore(app.db, later(app.clock.now(), -INBOUND_KEPT)),
  status_days: purgeStatusDays,
  changes: purgeChanges,
  requests: purgeRequests,
}

export const purge = job({
  name: 'purge',
  cron: '41 * * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    for (const [name, act] of Object.entries(purges)) await attempt(name, () => act(app))
    end()
  },
})
