import { expiresOn } from '../../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../../agency/policies/policies.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { plusDays } from '../../../../platform/values/calendar.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { answersBy, originOf } from '../../acts/actor.ts'
import { fromEarlier } from '../../aftersale/reshop.ts'
import { HOW_TO_CHANGE_EMAIL, tellReplacedAddress } from '../../corrected-email.ts'
import { supersedeOffers } from '../../offers/store.ts'
import { isEmailProven } from '../../record/proven-email-store.ts'
import type { NewIntake } from '../../record/writer.ts'
import {
  type Answers,
  type Application,
  emptyApplication,
  type Household,
  LATEST_START_DAYS,
} from '../application/application.ts'
import { isOpenToDrafts } from '../application/lifecycle.ts'
import { openForReview, withServiceEstimates } from '../application/missing.ts'
import { type Actor, type ReviewedIntake, refuseIfErased, refuseWrongState } from '../intake/intake.ts'
import { refuseOwnHousehold, refuseSecondPurchase } from '../intake/one-purchase.ts'
import { createPurchase, movePurchase } from '../intake/writer.ts'
import { carriersIn, placesOf } from '../quoting/carriers.ts'
import { lineOf, type OfLine, type ReviewedLine } from '../reviewed-line.ts'
import { applyDraft, type PatchContext, type SentDraft } from './patch.ts'

const todayFor = ({ clock }: App, { state = '' }: Answers): string => dayIn(state, clock.now())

type Whose = OfLine & { sandbox: boolean }

export const reasonsAgainst = (
  app: App,
  { household }: Pick<Application, 'household'>,
  whose: Whose,
): string[] => lineOf(whose).ineligibleReasons(household, carriersIn(whose).statesWritten(app, whose))

const eventAfter = (app: App, { household }: Application, whose: Whose) => {
  if (reasonsAgainst(app, { household }, whose).length > 0) return 'found_ineligible'
  return openForReview(lineOf(whose), household, todayFor(app, household)).length > 0
    ? 'answers_missing'
    : 'answers_complete'
}

const refuseUnservedState = (
  app: App,
  { household: { state } }: Application,
  { before, ...whose }: Whose & { before: Application | null },
): void => {
  const served = carriersIn(whose).statesWritten(app, whose)
  if (state === undefined || state === before?.household.state || served.includes(state)) return
  fail('unsupported_state', {
    fields: [{ path: 'intake.address.state', code: 'not_served', expected: served.join(', ') }],
  })
}

const estimated = (app: App, { line }: Pick<PatchContext, 'line'>, household: Household): Household =>
  withServiceEstimates(line, household, { today: todayFor(app, household) })

const patched = (app: App, before: Application, sent: SentDraft, context: Omit<PatchContext, 'now'>) => {
  const { application: drafted, changed } = applyDraft(before, sent, { now: app.clock.now(), ...context })
  const { credit_refused: _, start_passed: __, purchase_ended_by: ___, ...application } = drafted
  return {
    application: {
      ...application,
      household: estimated(app, context, application.household),
      purchase: null,
    },
    changed,
  }
}

export const settleAnswers = (app: App, intake: ReviewedIntake, actor: string) =>
  movePurchase(app, intake, {}, { actor, event: eventAfter(app, intake.application, intake), facts: {} })

const statedBy = (actor: Actor) => ({ by: answersBy(actor), origin: originOf(actor) })

type New = Whose & { owner: string | null }

export const startDraft = async (
  app: App,
  actor: Actor,
  { sent, ...whose }: New & { sent: SentDraft },
): Promise<ReviewedIntake> => {
  const { application, changed } = patched(app, emptyApplication(), sent, {
    line: lineOf(whose),
    ...statedBy(actor),
  })
  refuseUnservedState(app, application, { before: null, ...whose })
  const session = { uid: null, ...whose, application, emailMac: null }
  await refuseSecondPurchase(app, session)
  await refuseOwnHousehold(app, session, actor)
  const event = eventAfter(app, application, whose)
  return createPurchase(
    app,
    { ...whose, application },
    { actor: actor.name, event, facts: { revision: 1, changed } },
  )
}

export const startFromEarlier = async (
  app: App,
  { application: draft, ...whose }: NewIntake<Application> & OfLine,
  { actor, from }: { actor: string; from: string },
): Promise<ReviewedIntake> => {
  const household = estimated(app, { line: lineOf(whose) }, draft.household)
  const application = { ...draft, household }
  const reasons = reasonsAgainst(app, application, whose)
  if (reasons.length > 0) fail('conflict', { message: reasons.join(' ') })
  await refuseSecondPurchase(app, { uid: null, ...whose, application })
  const event = eventAfter(app, application, whose)
  const facts = { revision: 1, changed: Object.keys(household), from }
  return createPurchase(app, { ...whose, application }, { actor, event, facts })
}

const COMMITTED = 'The application can no longer change, because the purchase is committed.'
const ENDED = 'The application can no longer change.'
/** The address opens the application, so only the buyer replaces one that they proved. */
const refuseProvenEmail = async (
  app: App,
  { kind }: Actor,
  { uid, status }: ReviewedIntake,
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
  { intake, sent }: { intake: ReviewedIntake; sent: SentDraft },
): Promise<ReviewedIntake> => {
  refuseIfErased(actor.words, intake)
  if (!isOpenToDrafts(intake.status))
    await refuseWrongState(app, actor.words, intake, intake.status === 'blocked' ? ENDED : COMMITTED)
  const { application, changed } = patched(app, intake.application, sent, {
    line: lineOf(intake),
    ...statedBy(actor),
    current_status: intake.status,
  })
  refuseUnservedState(app, application, { ...intake, before: intake.application })
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
      places: placesOf({ ...intake, application }),
      language,
    })
  return movePurchase(
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

export const CONTACT: readonly string[] = ['email', 'preferred_language']

type EarlierPolicy = Pick<Policy, 'carrier' | 'versions'>

export const householdFromEarlier = (
  { fields, reshop }: ReviewedLine,
  { household }: Application,
  { policy, now }: { policy: EarlierPolicy; now: Date },
): Application | null => {
  const names = Object.keys(fields).filter(
    name => household[name] !== undefined && name !== 'effective_date' && !reshop.dropped.includes(name),
  )
  if (names.length === 0) return null
  const starts = expiresOn(policy)
  const today = dayIn(household.state ?? '', now)
  const values: Answers = {
    ...Object.fromEntries(names.map(name => [name, household[name]])),
    ...reshop.stated(policy),
    ...(starts >= today && starts <= plusDays(today, LATEST_START_DAYS) && { effective_date: starts }),
  }
  const stated = Object.keys(values)
  const sources: Record<string, Origin> = Object.fromEntries(
    stated.filter(name => CONTACT.includes(name)).map(name => [name, 'staff' as const]),
  )
  return {
    ...emptyApplication(),
    household: {
      ...values,
      field_estimates: stated.filter(name => !CONTACT.includes(name)).map(fromEarlier(today)),
      locked: [],
      sources,
    },
  }
}
