import type { App } from '../../../platform/app.ts'
import { RETRY_INBOUND } from '../../../platform/audit/inbound.ts'
import { findInbound } from '../../../platform/audit/inbound-store.ts'
import { transact } from '../../../platform/db/transact.ts'
import { ONE_ATTEMPT } from '../../../platform/jobs/attempts.ts'
import { addJob } from '../../../platform/jobs/store.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'

export const retryEvent = (app: App, id: string, actor: string): Promise<boolean> =>
  transact(app, async inside => {
    const row = await findInbound(inside.db, id)
    if (row?.outcome !== 'failed' || row.closed_at !== null || row.body === null) return false
    const facts = { what: `event ${id}` }
    if (row.uid) await noteOnIntake(inside, row.uid, { actor, event: 'retried_by_staff', facts })
    await addJob(inside.db, RETRY_INBOUND, { inbound_id: id }, ONE_ATTEMPT)
    app.log.info({ actor, ...facts }, 'retried by staff')
    return true
  })
