import { type App, job } from '../platform/app.ts'
import { transact } from '../platform/db/transact.ts'
import { apart } from '../platform/jobs/parts.ts'
import { forOverdue } from './line/record/retention.ts'
import { allLines } from './lines.ts'

/** Unfinished applications after 30 days, submitted ones after 90, policies when the law no longer needs them. */
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
