import type { App } from '../../app.ts'
import { recordChanges } from '../../line/record/changes.ts'
import { coarseStatus } from '../application/coarse-status.ts'
import type { UmbrellaIntakeRecord } from './intake.ts'
import { turnOf } from './turn.ts'

export const recordStanding = async (app: App, intake: UmbrellaIntakeRecord): Promise<void> => {
  const { waiting_on } = await turnOf(app, intake)
  const { status: detail_status } = intake
  const status = coarseStatus(detail_status)
  recordChanges(app, intake, [{ property_id: null, status, detail_status, waiting_on }])
}
