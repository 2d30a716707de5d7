import { closeUnsent } from '../../../agency/emails/store.ts'
import type { App } from '../../../platform/app.ts'
import { closeFailedInbound } from '../../../platform/audit/inbound-store.ts'
import { transact } from '../../../platform/db/transact.ts'
import { closeDeadJob } from '../../../platform/jobs/store.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { writeNote } from '../../../products/line/record/notes.ts'
import { closeForm } from './actions-view.ts'

type Closing = { id: string; form: URLSearchParams; actor: string }
type Closed = { uid: string | null; about: string }

const closing =
  (close: (app: App, id: string) => Promise<Closed | null>) =>
  (app: App, { id, form, actor }: Closing): Promise<boolean> => {
    const { reason: words } = closeForm.take(form)
    return transact(app, async inside => {
      const closed = await close(inside, id)
      if (!closed) return false
      const { uid, about } = closed
      await writeNote(inside, { uid, words, by: actor, about })
      if (uid) await noteOnIntake(inside, uid, { actor, event: 'closed_by_staff', facts: { what: about } })
      app.log.info({ actor, what: about }, 'closed by staff')
      return true
    })
  }

export const closeEmail = closing(async ({ db }, id) => {
  const email = await closeUnsent(db, id, 'dead')
  return email ? { uid: email.intake_uid, about: `email ${id}` } : null
})

export const closeJob = closing(async ({ db }, id) => {
  const job = await closeDeadJob(db, id)
  return job ? { uid: job.intake_uid, about: `job ${job.task}` } : null
})

export const closeEvent = closing(async ({ db, clock }, id) => {
  const event = await closeFailedInbound(db, id, clock.now())
  return event ? { uid: event.uid, about: `event ${id}` } : null
})
