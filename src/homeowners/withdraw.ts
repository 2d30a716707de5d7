import type { App } from '../app.ts'
import { withdrawConsent } from '../line/consent.ts'
import { supersedeOffers } from '../line/offer-store.ts'
import { isInsured } from './application.ts'
import { actorOf, type HomeownerCaller } from './caller.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from './intake.ts'
import { homeownersLifecycle } from './lifecycle.ts'
import { refuseUnlessOpen } from './open.ts'
import { changeHomeowners } from './writer.ts'

/** The homeowner wants no more of this: no carrier is asked, no offer stands. Policies that were issued stay. */
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
