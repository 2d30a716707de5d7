import { releaseHolds } from '../../../agency/payments/holds.ts'
import type { App } from '../../../platform/app.ts'
import type { AuditEvents } from '../../../platform/audit/chain.ts'
import { enqueueQuoting } from '../../line/offers/quoting.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import type { HomeownersEvent } from '../application/lifecycle.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'

type Why = {
  event: Extract<HomeownersEvent, 'submit' | 'rated_value_changed' | 'offers_expired'>
  actor: string
  first?: AuditEvents['first']
}

/** Enqueues the quote job in the same transaction, so no intake is stuck in `pending_quotes`. */
export const requote = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { event, actor, first }: Why,
): Promise<HomeownersIntakeRecord> => {
  const now = app.clock.now()
  const revision = intake.submittedAt === null ? intake.revision : intake.revision + 1
  if (intake.submittedAt !== null) {
    await supersedeOffers(app.db, intake.uid, now)
    await releaseHolds(app, intake.uid)
  }
  const application = withServiceEstimates(intake.application, now)
  const pending = await moveHomeowners(
    app,
    intake,
    { revision, submittedAt: now, application },
    { actor, event, facts: { revision }, first },
  )
  await enqueueQuoting(app, 'quote_homeowners', pending)
  return pending
}
