import { newTasksEmail } from '../../../agency/emails/desk/tasks.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { type App, job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { momentWords, tellingTimesIn } from '../../../platform/pages/moment.ts'
import { type TaskRow, takeUnemailed } from '../../../products/line/tasks/store.ts'
import { carrierOf, quotable, taskTitle } from '../queue/open-tasks.ts'
import { staffOf } from '../staff/members.ts'
import { mayDo } from '../staff/roles.ts'

const NAMED = 20

export const taskSentence = (app: App, task: TaskRow): string => {
  const carrier = carrierOf(app, task)?.name ?? task.carrier_id
  const due = tellingTimesIn(app.config.timeZone, () => momentWords(task.due_at))
  return `${taskTitle(task)}: ${carrier}, due ${due}.`
}

export const deskEmails = job({
  name: 'desk_emails',
  cron: '*/5 * * * *',
  run: app =>
    transact(app, async inside => {
      const { deskEmailMinutes, publicUrl } = app.config
      if (deskEmailMinutes === 0) return
      const now = app.clock.now()
      const since = later(now, -deskEmailMinutes * MINUTE)
      const tasks = await takeUnemailed(inside.db, quotable, { now, since })
      if (tasks.length === 0) return
      const told = {
        tasks: tasks.slice(0, NAMED).map(task => taskSentence(app, task)),
        more: Math.max(0, tasks.length - NAMED),
        link: `${publicUrl}/desk/tasks`,
      }
      for (const { email } of (await staffOf(inside)).filter(({ role }) => mayDo(role, 'do_work')))
        await queueEmail(inside, newTasksEmail(email, told), { purpose: 'desk_tasks' })
    }),
})
