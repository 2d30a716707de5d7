import type { App } from '../../app.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { withdrawConsent } from '../../line/record/consent.ts'
import { isInsured } from '../application/application.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { actorOf, type HomeownerCaller } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { changeHomeowners } from '../intake/writer.ts'

/** Issued policies stay in force. */
export const withdraw = async (app: App, caller: HomeownerCaller): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake)
  const actor = actorOf(caller)
  const { uid, status, consentId } = intake
  await supersedeOffers(app.db, uid, app.clock.now())
  if (consentId !== null) await withdrawConsent(app, consentId, actor)
  const event = intake.application.homes.some(isInsured) ? 'rest_withdrawn' : 'withdraw'
  const change = { status: homeownersLifecycle.next(status, event), consentId: null }
  return changeHomeowners(app, intake, change, { actor, event, facts: {} })
}
