import type { App } from '../../../platform/app.ts'
import type { PersonCaller } from '../intake/caller.ts'
import { isHeld, lockOwnIntake } from '../intake/intake.ts'
import { advance } from './advance.ts'

export const submitHeld = async (app: App, caller: PersonCaller): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (isHeld(intake)) await advance(app, caller, { intake, changed: [], authorized: undefined })
}
