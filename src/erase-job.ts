import { type App, job } from './app.ts'
import { transact } from './http/transact.ts'
import { apart } from './jobs/parts.ts'
import { forOverdue } from './line/record/retention.ts'
import { allLines } from './lines.ts'

/**
 * Personal data of what came to nothing goes away: 30 days after the last change, 90 once it was submitted. An intake
 * that cannot be erased keeps no other from it.
 */
export const eraseOverdue = job({
  name: 'erase_overdue',
  cron: '17 3 * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    for (const { name, retention } of allLines)
      await attempt(name, () =>
        forOverdue(app, { line: name, keep: retention.keep }, uid =>
          attempt(uid, () => transact(app, inside => retention.erase(inside, uid))),
        ),
      )
    end()
  },
})
