import type { App } from '../../../platform/app.ts'
import type { HomeownerCaller } from '../intake/caller.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { advance } from './advance.ts'

export const withdrawCreditConsent = async (
  app: App,
  caller: HomeownerCaller,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  return (await advance(app, caller, { intake, changed: [], authorized: false })).intake
}
