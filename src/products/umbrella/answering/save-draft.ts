import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { answersBy, originOf } from '../../line/acts/actor.ts'
import { HOW_TO_CHANGE_EMAIL, tellReplacedAddress } from '../../line/corrected-email.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { isEmailProven } from '../../line/record/proven-email-store.ts'
import type { NewIntake } from '../../line/record/writer.ts'
import { type Answers, type Application, emptyApplication } from '../application/application.ts'
import { ineligibleReasons } from '../application/eligibility.ts'
import { isOpenToDrafts } from '../application/lifecycle.ts'
import { openForReview } from '../application/missing.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { Actor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { refuseOwnHousehold, refuseSecondPurchase } from '../intake/one-purchase.ts'
import { createUmbrella, moveUmbrella } from '../intake/writer.ts'
import { refuseIfErased, refuseWrongState } from '../intake/wrong-state.ts'
import { householdPlaces, umbrellaCarriers } from '../quoting/carriers.ts'
import { applyDraft, type PatchContext } from './patch.ts'
import type { SentDraft } from './read-draft.ts'

const todayFor = ({ clock }: App, { state = '' }: Answers): string => dayIn(state, clock.now())

const eventAfter = (app: App, { household }: Application, intake: { sandbox: boolean }) => {
  if (ineligibleReasons(household, umbrellaCarriers.statesWritten(app, intake)).length > 0)
    return 'found_ineligible'
  return openForReview(household, todayFor(app, household)).length > 0
    ? 'answers_missing'
    : 'answers_complete'
}

const refuseUnservedState = (
  app: App,
  { household: { state } }: Application,
  { before, sandbox }: { before: Application | null; sandbox: boolean },
): void => {
  const served = umbrellaCarriers.statesWritten(app, { sandbox })
  if (state === undefined || state === before?.household.state || served.includes(state)) return
  fail('unsupported_state', {
    fields: [{ path: 'intake.address.state', code: 'not_served', expected: served.join(', ') }],
  })
}

const patched = (app: App, before: Application, sent: SentDraft, context: Omit<PatchContext, 'now'>) => {
  const { application: drafted, changed } = applyDraft(before, sent, { now: app.clock.now(), ...context })
  const { credit_refused: _, start_passed: __, purchase_ended_by: ___, ...application } = drafted
  return {
    application: {
      ...application,
      household: withServiceEstimates(application.household, todayFor(app, application.household)),
      purchase: null,
    },
    changed,
  }
}

export const settleAnswers = (app: App, intake: UmbrellaIntakeRecord, actor: string) =>
  moveUmbrella(app, intake, {}, { actor, event: eventAfter(app, intake.application, intake), facts: {} })

const statedBy = (actor: Actor) => ({ by: answersBy(actor), origin: originOf(actor) })

type New = { owner: string | null; sandbox: boolean }

export const startDraft = async (
  app: App,
  actor: Actor,
  { owner, sandbox, sent }: New & { sent: SentDraft },
): Promise<UmbrellaIntakeRecord> => {
  const { application, changed } = patched(app, emptyApplication(), sent, statedBy(actor))
  refuseUnservedState(app, application, { before: null, sandbox })
  const session = { uid: null, owner, sandbox, application, emailMac: null }
  await refuseSecondPurchase(app, session)
  await refuseOwnHousehold(app, session, actor)
  const event = eventAfter(app, application, { sandbox })
  return createUmbrella(
    app,
    { owner, sandbox, application },
    { actor: actor.name, event, facts: { revision: 1, changed } },
  )
}

export const startFromEarlier = async (
  app: App,
  { owner, sandbox, application: draft }: NewIntake<Application>,
  { actor, from }: { actor: string; from: string },
): Promise<UmbrellaIntakeRecord> => {
  const household = withServiceEstimates(draft.household, todayFor(app, draft.household))
  const application = { ...draft, household }
  const reasons = ineligibleReasons(household, umbrellaCarriers.statesWritten(app, { sandbox }))
  if (reasons.length > 0) fail('conflict', { message: reasons.join(' ') })
  await refuseSecondPurchase(app, { uid: null, owner, sandbox, application })
  const event = eventAfter(app, application, { sandbox })
  const facts = { revision: 1, changed: Object.keys(household), from }
  return createUmbrella(app, { owner, sandbox, application }, { actor, event, facts })
}

const COMMITTED = 'The application can no longer change, because the purchase is committed.'
const ENDED = 'The application can no longer change.'
/** The address opens the application, so only the buyer replaces one that they proved. */
const refuseProvenEmail = async (
  app: App,
  { kind }: Actor,
  { uid, status }: UmbrellaIntakeRecord,
): Promise<void> => {
  if (kind !== 'person' && kind !== 'staff' && (await isEmailProven(app.db, uid)))
    fail('conflict', {
      message: `The email address can no longer change, because the buyer signed in with it. Leave it out and send the rest again. ${HOW_TO_CHANGE_EMAIL}`,
      fields: [{ path: 'intake.email', code: 'email_locked', expected: 'the current address, or no value' }],
      current_status: status,
    })
}

export const reviseDraft = async (
  app: App,
  actor: Actor,
  { intake, sent }: { intake: UmbrellaIntakeRecord; sent: SentDraft },
): Promise<UmbrellaIntakeRecord> => {
  refuseIfErased(actor.words, intake)
  if (!isOpenToDrafts(intake.status))
    await refuseWrongState(app, actor.words, intake, intake.status === 'blocked' ? ENDED : COMMITTED)
  const { application, changed } = patched(app, intake.application, sent, {
    ...statedBy(actor),
    current_status: intake.status,
  })
  refuseUnservedState(app, application, { before: intake.application, sandbox: intake.sandbox })
  const { email: from } = intake.application.household
  const isReplaced = from !== undefined && changed.includes('email')
  if (isReplaced) await refuseProvenEmail(app, actor, intake)
  await refuseSecondPurchase(app, { ...intake, application })
  await refuseOwnHousehold(app, { ...intake, application }, actor)
  await supersedeOffers(app.db, intake.uid, app.clock.now())
  const revision = intake.revision + 1
  const { full_name: fullName, preferred_language: language } = application.household
  if (isReplaced && actor.kind !== 'staff')
    await tellReplacedAddress(app, {
      ...intake,
      from,
      fullName,
      places: householdPlaces(application.household),
      language,
    })
  return moveUmbrella(
    app,
    intake,
    { application, revision, consentId: null, submittedAt: null },
    {
      actor: actor.name,
      event: eventAfter(app, application, intake),
      facts: { revision, changed },
    },
  )
}
