import { EXCHANGES_KEPT } from './agency/carriers/endpoint/store.ts'
import { deleteEmailsBefore, EMAILS_KEPT } from './agency/emails/store.ts'
import { deleteIdleClients } from './doors/oauth/tokens/store.ts'
import { purgeRequests } from './doors/requests/request-log.ts'
import { type App, job } from './platform/app.ts'
import { purgeRows } from './platform/audit/retention-store.ts'
import { apart } from './platform/jobs/parts.ts'
import { later } from './platform/lib/clock.ts'
import { deleteExchangesBefore } from './products/line/exchange-store.ts'

const purges: Record<string, (app: App) => Promise<void>> = {
  oauth_clients: app => deleteIdleClients(app.db, app.clock.now()),
  emails: app => deleteEmailsBefore(app.db, later(app.clock.now(), -EMAILS_KEPT)),
  carrier_exchanges: app => deleteExchangesBefore(app.db, later(app.clock.now(), -EXCHANGES_KEPT)),
  request_log: purgeRequests,
}

export const purge = job({
  name: 'purge',
  cron: '41 * * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    for (const table of app.tables) await attempt(table.name, () => purgeRows(app, table))
    for (const [name, act] of Object.entries(purges)) await attempt(name, () => act(app))
    end()
  },
})
