import type { App } from '../../app.ts'
import type { HomeownerCaller } from '../intake/caller.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { advance } from './advance.ts'

/** Recorded, and what carriers were asked under it is void. Without a consent in force nothing happens. */
export const withdrawCreditConsent = async (
  app: App,
  caller: HomeownerCaller,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  return (await advance(app, caller, { intake, changed: [], authorized: false })).intake
}
