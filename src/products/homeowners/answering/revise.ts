import type { App } from '../../../platform/app.ts'
import { answersBy, originOf } from '../../line/acts/actor.ts'
import { tellReplacedAddress } from '../../line/corrected-email.ts'
import type { SentAnswers } from '../../line/fields/estimates.ts'
import type { Json } from '../../line/fields/merge.ts'
import { isEmailProven } from '../../line/record/proven-email-store.ts'
import type { Application } from '../application/application.ts'
import { isSubmitted } from '../application/lifecycle.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import { boundMessage, refuseUnlessOpen } from '../intake/editable.ts'
import { actorOf, type HomeownersIntakeRecord, type IntakeCaller } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { homePlaces } from '../quoting/email-facts.ts'
import { applyPatch, type PatchContext, type Patched } from './patch.ts'
import { checkStatesServed, type Whose, withPropertyIds } from './property-ids.ts'

export const withIdsAndEstimates = async (
  app: App,
  whose: Whose,
  application: Application,
): Promise<Application> => {
  checkStatesServed(app, application, whose.sandbox)
  return withPropertyIds(app, whose, withServiceEstimates(application, app.clock.now()))
}

const CONTACT = ['phone_number', 'email']

/** Contact details can be corrected even after the purchase. */
const isContactByStaff = ({ kind }: IntakeCaller, changed: readonly string[]): boolean =>
  kind === 'staff' && changed.every(field => CONTACT.includes(field))

/** The address opens the application, so a proven one is never replaced for the person. */
const patchedBy = async (
  app: App,
  { uid, application }: HomeownersIntakeRecord,
  patch: Json,
  context: PatchContext,
): Promise<Patched> => {
  const patched = applyPatch(application, patch, context)
  const isReplaced = application.applicant.email !== undefined && patched.changed.includes('email')
  return isReplaced && (await isEmailProven(app.db, uid))
    ? applyPatch(application, patch, { ...context, emailLocked: true })
    : patched
}

type Revision = { intake: HomeownersIntakeRecord; patch: Json; by?: SentAnswers['by'] }

export const revise = async (
  app: App,
  caller: IntakeCaller,
  { intake, patch, by = answersBy(actorOf(caller)) }: Revision,
): Promise<{ intake: HomeownersIntakeRecord; changed: readonly string[] }> => {
  const { uid, owner, sandbox, status, submittedAt } = intake
  const { application: patched, changed } = await patchedBy(app, intake, patch, {
    now: app.clock.now(),
    submitted: isSubmitted(status),
    emailLocked: isSubmitted(status) || submittedAt !== null,
    by,
    origin: originOf(actorOf(caller)),
    current_status: status,
    ...(status === 'bound' && { instead: await boundMessage(app, intake, caller.kind) }),
  })
  if (changed.length === 0) return { intake, changed }
  if (!isContactByStaff(caller, changed)) await refuseUnlessOpen(app, intake, caller.kind)
  const application = await withIdsAndEstimates(app, { owner: owner ?? uid, sandbox }, patched)
  const event = { actor: actorOf(caller).name, event: 'updated', facts: { changed } }
  const revised = await noteOnHomeowners(app, intake, { application }, event)
  if (changed.includes('email') && caller.kind !== 'staff')
    await tellReplacedAddress(app, {
      uid,
      sandbox,
      from: intake.application.applicant.email,
      fullName: application.applicant.full_name,
      places: homePlaces(application),
      language: application.applicant.preferred_language,
    })
  return { intake: revised, changed }
}
