import type { HandedOver } from '../../../agency/emails/outbox.ts'
import { job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { noteOffersEmailed } from '../intake/property-row-store.ts'
import { saveRows } from '../intake/property-rows.ts'

/** Stored with emails and jobs, so this name must not change. */
export const OFFERS_EMAILED = 'homeowners_offers_mailed'

export const offersEmailed = job<HandedOver>({
  name: OFFERS_EMAILED,
  run: (app, { intake_uid: uid }) =>
    transact(app, async inside => {
      const now = app.clock.now()
      const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
      if (intake && (await noteOffersEmailed(inside.db, uid, now)))
        await saveRows(inside, { ...intake, updatedAt: now })
    }),
})
