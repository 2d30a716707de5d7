import { type App, job } from './app.ts'
import { transact } from './http/transact.ts'
import { apart } from './jobs/parts.ts'
import type { LineName } from './line/record/intake.ts'
import { forOverdue } from './line/record/retention.ts'
import { retention } from './lines.ts'

/**
 * Personal data of what came to nothing goes away: 30 days after the last change, 90 once it was submitted. An intake
 * that cannot be erased keeps no other from it.
 */
export const eraseOverdue = job({
  name: 'erase_overdue',
  cron: '17 3 * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    for (const [line, { keep, erase }] of Object.entries(retention))
      await attempt(line, () =>
        forOverdue(app, { line: line as LineName, keep }, uid =>
          attempt(uid, () => transact(app, inside => erase(inside, uid))),
        ),
      )
    end()
  },
})
