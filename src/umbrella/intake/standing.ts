import type { App } from '../../app.ts'
import type { AfterSale } from '../../line/aftersale/after-sale.ts'
import { recordChanges } from '../../line/record/changes.ts'
import { listEndings } from '../../policies/life/end-store.ts'
import { coarseStatus } from '../application/coarse-status.ts'
import { lockForJob, type UmbrellaIntakeRecord } from './intake.ts'
import { turnOf } from './turn.ts'

const detailStatus = async (app: App, { uid, status }: UmbrellaIntakeRecord): Promise<string> =>
  status === 'bound' && (await listEndings(app.db, [uid])).length > 0 ? 'canceled' : status

export const recordStanding = async (app: App, intake: UmbrellaIntakeRecord): Promise<void> => {
  const { waiting_on } = await turnOf(app, intake)
  const status = coarseStatus(intake.status)
  const detail_status = await detailStatus(app, intake)
  recordChanges(app, intake, [{ property_id: null, status, detail_status, waiting_on }])
}

export const restateUmbrella: AfterSale['restate'] = async (app, uid, statedAgain = []) => {
  const intake = await lockForJob(app, uid)
  if (intake) await recordStanding(app, { ...intake, updatedAt: app.clock.now(), statedAgain })
}
