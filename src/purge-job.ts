import { deleteExchangesBefore, EXCHANGES_KEPT } from './agency/carriers/endpoint/store.ts'
import { deleteLegalNoticesBefore } from './agency/emails/rules/legal-store.ts'
import { purgeEmailCounts } from './agency/emails/rules/limits.ts'
import { deleteEmailsBefore, EMAILS_KEPT } from './agency/emails/store.ts'
import { oauthPurges } from './doors/oauth/purge.ts'
import { purgeRequests } from './doors/requests/request-log.ts'
import { type App, job } from './platform/app.ts'
import { deleteInboundBefore, INBOUND_KEPT } from './platform/audit/inbound-store.ts'
import { purgeReplays } from './platform/http/idempotency.ts'
import { deleteBudgetsBefore } from './platform/http/store.ts'
import { apart } from './platform/jobs/parts.ts'
import { purgeIntakeTokens } from './platform/key/shopper/intake-token.ts'
import { later } from './platform/lib/clock.ts'
import { purgeCodes, purgeTries } from './platform/signin/one-time-code.ts'
import { purgeLinks } from './platform/signin/one-time-link.ts'
import { purgeSessions } from './platform/signin/session.ts'
import { purgeStatusDays } from './products/homeowners/dashboard/status-days.ts'
import { purgeChanges } from './products/line/record/changes.ts'

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
