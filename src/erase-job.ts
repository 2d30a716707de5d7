import { type App, job } from './app.ts'
import { transact } from './http/transact.ts'
import type { LineName } from './line/intake.ts'
import { forOverdue } from './line/retention.ts'
import { retention } from './lines.ts'

/** Personal data of what came to nothing goes away: 30 days after the last change, 90 once it was submitted. */
export const eraseOverdue = job({
  name: 'erase_overdue',
  cron: '17 3 * * *',
  async run(app: App) {
    for (const [line, { keep, erase }] of Object.entries(retention))
      await forOverdue(app, { line: line as LineName, keep }, uid =>
        transact(app, inside => erase(inside, uid)),
      )
  },
})
