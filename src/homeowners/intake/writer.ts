import type { App } from '../../app.ts'
import type { AuditEvent } from '../../audit/chain.ts'
import { changeIntake, createIntake } from '../../line/record/intakes.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { saveRows } from './property-rows.ts'

type Draft = { owner: string | null; sandbox: boolean; application: Application }
type Change = Parameters<typeof changeIntake<HomeownersIntakeRecord['status'], Application>>[2]

/** The only way a homeowners intake comes to be or changes, whatever door the caller came through. */
export const createHomeowners = async (
  app: App,
  draft: Draft,
  event: AuditEvent,
): Promise<HomeownersIntakeRecord> => {
  const { email } = draft.application.applicant
  const status: HomeownersIntakeRecord['status'] = 'needs_more_info'
  const intake = await createIntake(app, { line: 'homeowners', status, email, ...draft }, event)
  await saveRows(app, intake)
  return intake
}

export const changeHomeowners = async (
  app: App,
  intake: HomeownersIntakeRecord,
  change: Omit<Change, 'email'>,
  event: AuditEvent,
): Promise<HomeownersIntakeRecord> => {
  const email = (change.application ?? intake.application).applicant.email
  const changed = await changeIntake(app, intake, { ...change, email }, event)
  await saveRows(app, changed)
  return changed
}

/** The coarse rows stay as they were: they tell nothing of the person. */
export const emptyHomeowners = (
  app: App,
  intake: HomeownersIntakeRecord,
  status: HomeownersIntakeRecord['status'],
): Promise<HomeownersIntakeRecord> =>
  changeIntake(
    app,
    intake,
    { status, application: emptyApplication(), consentId: null, email: undefined, erasedAt: app.clock.now() },
    { actor: 'service', event: 'erased', facts: {} },
  )
