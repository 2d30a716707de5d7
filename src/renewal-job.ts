import { type App, job } from './app.ts'
import { transact } from './db/transact.ts'
import { apart } from './jobs/parts.ts'
import { dayOf } from './lib/clock.ts'
import { openRenewal, RENEWAL_DAYS_AHEAD } from './line/aftersale/renewals.ts'
import { plusDays } from './line/fields/calendar.ts'
import { lineOf, lines } from './lines.ts'
import { listPeriodsEnding } from './policies/life/renewal-store.ts'

const PAGE = 200

export const openRenewals = job({
  name: 'open_renewals',
  cron: '41 14 * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    const from = dayOf(app.clock.now())
    const until = plusDays(from, RENEWAL_DAYS_AHEAD)
    const list = (after: string) => listPeriodsEnding(app.db, { from, until }, { after, limit: PAGE })
    let page = await list('')
    while (page.length > 0) {
      for (const about of page) {
        const line = lineOf(about.uid)
        if (line)
          await attempt(about.policy_id, () =>
            transact(app, inside => openRenewal(inside, about, { line: lines[line], actor: 'service' })),
          )
      }
      page = await list(page.at(-1)?.policy_id ?? '')
    }
    end()
  },
})
