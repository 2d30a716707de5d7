import { overdueTasksEmail } from '../../../agency/emails/desk/tasks.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { type App, job } from '../../../platform/app.ts'
import { readActor } from '../../../platform/audit/actor.ts'
import { transact } from '../../../platform/db/transact.ts'
import { listOpenTaskRows, type TaskRow } from '../../../products/line/tasks/store.ts'
import { quotable } from '../queue/open-tasks.ts'
import { staffOf } from '../staff/members.ts'
import { mayDo } from '../staff/roles.ts'
import { staffEmail } from '../staff/staff.ts'
import { taskSentence } from './email-job.ts'

const NAMED = 20
const MOST = 1000

const staffFor = async (app: App, { claimed_by }: TaskRow): Promise<string[]> => {
  const working = (await staffOf(app)).filter(({ role }) => mayDo(role, 'do_work')).map(({ email }) => email)
  const holder = claimed_by && (await staffEmail(app, readActor(claimed_by).id))
  return holder && working.includes(holder) ? [holder] : working
}

/** Once a day, early in the United States. The limit on this purpose keeps it to one email a person. */
export const overdueEmails = job({
  name: 'desk_overdue_emails',
  cron: '0 13 * * *',
  run: app =>
    transact(app, async inside => {
      const { deskOverdueEmail: to, publicUrl } = app.config
      if (to === 'off') return
      const list = { quotable, now: app.clock.now(), overdue: true }
      const late = await listOpenTaskRows(inside.db, list, { after: null, limit: MOST })
      const told = new Map<string, TaskRow[]>()
      for (const task of late)
        for (const email of to === 'staff' ? await staffFor(inside, task) : [to])
          told.set(email, [...(told.get(email) ?? []), task])
      for (const [email, tasks] of told) {
        const facts = {
          tasks: tasks.slice(0, NAMED).map(task => taskSentence(app, task)),
          more: Math.max(0, tasks.length - NAMED),
          link: `${publicUrl}/desk/tasks`,
        }
        await queueEmail(inside, overdueTasksEmail(email, facts), { purpose: 'desk_overdue' })
      }
    }),
})
