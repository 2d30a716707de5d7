import type { App } from '../../app.ts'
import { dayOf } from '../../lib/clock.ts'
import type { Answers } from '../../line/fields/estimates.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { Application } from '../application/application.ts'
import { isSubmitted } from '../application/lifecycle.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import { actorOf, answersBy, type IntakeCaller, originOf } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { applyPatch } from './patch.ts'
import { checkStatesServed, nameHomes, type Whose } from './property-ids.ts'

export const todayOf = (app: App): string => dayOf(app.clock.now())

export const completed = async (app: App, whose: Whose, application: Application): Promise<Application> => {
  checkStatesServed(app, application, whose.sandbox)
  return nameHomes(app, whose, withServiceEstimates(application, todayOf(app)))
}

const CONTACT = ['phone_number', 'email']

/** How the agency reaches the person. It can be corrected even after the purchase. */
const isContactByStaff = ({ kind }: IntakeCaller, changed: readonly string[]): boolean =>
  kind === 'staff' && changed.every(field => CONTACT.includes(field))

type Revision = { intake: HomeownersIntakeRecord; patch: Json; by?: Answers['by'] }

export const revise = async (
  app: App,
  caller: IntakeCaller,
  { intake, patch, by = answersBy(caller) }: Revision,
): Promise<{ intake: HomeownersIntakeRecord; changed: readonly string[] }> => {
  const { uid, owner, sandbox, status } = intake
  const { application: patched, changed } = applyPatch(intake.application, patch, {
    today: todayOf(app),
    submitted: isSubmitted(status),
    by,
    origin: originOf(caller),
    current_status: status,
  })
  if (changed.length === 0) return { intake, changed }
  if (!isContactByStaff(caller, changed)) await refuseUnlessOpen(app, intake)
  const application = await completed(app, { owner: owner ?? uid, sandbox }, patched)
  const event = { actor: actorOf(caller), event: 'updated', facts: { changed } }
  return { intake: await noteOnHomeowners(app, intake, { application }, event), changed }
}
