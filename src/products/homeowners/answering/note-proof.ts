import type { App } from '../../../platform/app.ts'
import { isEmailProven } from '../../line/record/proven-email-store.ts'
import { actorOf, type HomeownerCaller } from '../intake/caller.ts'
import { lockOwnIntake } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'

export const noteEmailProven = async (app: App, caller: HomeownerCaller): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (await isEmailProven(app.db, intake.uid)) return
  await noteOnHomeowners(app, intake, {}, { actor: actorOf(caller), event: 'email_proven' })
}
