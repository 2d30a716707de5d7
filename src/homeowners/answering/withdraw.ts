import type { App } from '../../app.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { withdrawConsent } from '../../line/record/consent.ts'
import { releaseHolds } from '../../payments/holds.ts'
import { isInsured } from '../application/application.ts'
import { actorOf, type HomeownerCaller } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'

export const withdraw = async (app: App, caller: HomeownerCaller): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake)
  const actor = actorOf(caller)
  await supersedeOffers(app.db, intake.uid, app.clock.now())
  await withdrawConsent(app, intake, actor)
  await releaseHolds(app, intake.uid)
  const event = intake.application.homes.some(isInsured) ? 'rest_withdrawn' : 'withdraw'
  return moveHomeowners(app, intake, { consentId: null }, { actor, event })
}
