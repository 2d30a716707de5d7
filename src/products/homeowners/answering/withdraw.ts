import { withdrawnEmail } from '../../../agency/emails/buying/ended.ts'
import { releaseHolds } from '../../../agency/payments/holds.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { withdrawConsent } from '../../line/record/consent.ts'
import { isInsured } from '../application/application.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
} from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'
import { tellHomeowner } from '../quoting/notify.ts'

export const withdraw = async (app: App, caller: HomeownerCaller): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake, caller.kind)
  const actor = actorOf(caller).name
  await supersedeOffers(app.db, intake.uid, app.clock.now())
  await withdrawConsent(app, intake, actor)
  await releaseHolds(app, intake.uid)
  const hasPolicies = intake.application.homes.some(isInsured)
  const event = hasPolicies ? 'rest_withdrawn' : 'withdraw'
  const withdrawn = await moveHomeowners(app, intake, { consentId: null }, { actor, event })
  await tellHomeowner(app, withdrawn, {
    purpose: 'application_withdrawn',
    email: (to, { firstName }) =>
      withdrawnEmail(to, { firstName, contact: contactWords(app.config.agency), hasPolicies }),
  })
  return withdrawn
}
