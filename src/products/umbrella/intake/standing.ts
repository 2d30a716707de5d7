import { listEndings } from '../../../agency/policies/life/end-store.ts'
import type { App } from '../../../platform/app.ts'
import type { AfterSale } from '../../line/aftersale/after-sale.ts'
import { recordChanges } from '../../line/record/changes.ts'
import { shownStatus } from '../application/statuses.ts'
import { lockForJob, type UmbrellaIntakeRecord } from './intake.ts'
import { turnOf } from './turn.ts'

export const recordStanding = async (app: App, intake: UmbrellaIntakeRecord): Promise<void> => {
  const { uid, status, erasedAt } = intake
  const { waiting_on } = await turnOf(app, intake)
  const isCanceled = status === 'bound' && (await listEndings(app.db, [uid])).length > 0
  const shown = shownStatus(status, { isErased: erasedAt !== null, isCanceled })
  recordChanges(app, intake, [{ property_id: null, ...shown, waiting_on }])
}

export const restateUmbrella: AfterSale['restate'] = async (app, uid, statedAgain = []) => {
  const intake = await lockForJob(app, uid)
  if (intake) await recordStanding(app, { ...intake, updatedAt: app.clock.now(), statedAgain })
}
