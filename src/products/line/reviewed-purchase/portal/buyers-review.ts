import { findDeliveryWithdrawal } from '../../../../agency/emails/rules/paper-store.ts'
import { compensationNotices } from '../../../../agency/rules/notices.ts'
import type { App } from '../../../../platform/app.ts'
import { type FieldProblem, fail, problemsOf } from '../../../../platform/errors.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import type { Language } from '../../../../platform/language/language.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { personActor } from '../../acts/actor.ts'
import { agree } from '../../acts/agree.ts'
import type { SentSignature } from '../../acts/sign.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import { isPersons, sameValue, unconfirmed } from '../../fields/estimates.ts'
import type { Json } from '../../fields/merge.ts'
import {
  asRead,
  type ConsentWords,
  consentsOf,
  electronicRecords,
  type GivenConsent,
  refuseOutdated,
} from '../../record/consent.ts'
import { whyStopped } from '../../stops/stops.ts'
import { questionsAsked } from '../../tasks/tasks.ts'
import { submitReview } from '../answering/confirm-review.ts'
import { applyDraft } from '../answering/patch.ts'
import { reasonsAgainst, reviseDraft } from '../answering/save-draft.ts'
import { emptyApplication, type Household, wireName } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { openForReview } from '../application/missing.ts'
import { isToSign } from '../application/statuses.ts'
import { signPurchase } from '../buying/purchase.ts'
import { offeredFor, signTokenOf } from '../buying/purchase-preview.ts'
import {
  type BuyerCaller,
  type CallerWording,
  type ConsentingActor,
  lockBuyersIntake,
  type ReviewedIntake,
  refuseWrongState,
} from '../intake/intake.ts'
import { checkReviewToken, reviewToken } from '../intake/review-token.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { carriersIn, householdPlace, placesOf } from '../quoting/carriers.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf, type OfLine } from '../reviewed-line.ts'

const buyerWords: CallerWording = {
  howToChange: 'ask the person or assistant who sent you this link',
  howToChooseAgain: 'ask the person or assistant who sent you this link',
  howToStartAgain: 'start a new application',
  whatNext: () => Promise.resolve('Reload this page to see the current status.'),
}

export const buyerActor = (caller: BuyerCaller): ConsentingActor => ({
  ...personActor('buyer', caller, caller.language),
  words: buyerWords,
})

export type BuyersReview = Awaited<ReturnType<typeof reviewFor>>

export const reviewFor = async (app: App, intake: ReviewedIntake, language: Language) => {
  const { sandbox, status, application } = intake
  const today = dayIn(application.household.state ?? '', app.clock.now())
  return {
    uid: intake.uid,
    line: intake.line,
    sandbox,
    status,
    full_name: application.household.full_name ?? null,
    carrierQuestions: await questionsAsked(app, intake.uid, carriersIn(intake).names(app, intake)),
    household: application.household,
    review_token: reviewToken(app, intake),
    missing: openForReview(lineOf(intake), application.household, today),
    ineligible_reasons: reasonsAgainst(app, application, intake),
    words: asRead(lineOf(intake).consents.review, language),
    compensation: compensationNotices({
      line: intake.line,
      state: application.household.state ?? '',
    }),
    referredBy: await findReferrer(app, intake.owner),
    isOurs: isReshopped(application.household),
    places: placesOf(intake),
    today,
  }
}

/** Each of these is the person's own answer, or the application is not confirmed. */
const refuseUnanswered = ({
  line,
  status: current_status,
  application: { household },
}: ReviewedIntake): void => {
  const fields = Object.entries(lineOf({ line }).fields)
    .filter(
      ([name, { material }]) => material && household[name] !== undefined && !isPersons(household, name),
    )
    .map(([name]) => ({ path: `intake.${wireName(name)}`, code: 'required' as const }))
  if (fields.length > 0) fail('invalid_request', { fields, current_status })
}

/** An answer can change what we estimate. Such an estimate is confirmed only once it was shown. */
const sameEstimates = (before: ReviewedIntake, after: ReviewedIntake): boolean =>
  unconfirmed(after.application.household).every(({ field }) =>
    sameValue(before.application.household[field], after.application.household[field]),
  )

/** Equivalent to an agent's `review_confirmed`. A second click changes nothing. */
export const confirmReview = async (
  app: App,
  caller: BuyerCaller,
  { review_token, answered }: { review_token: string; answered: Json },
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  if (intake.submittedAt !== null) return intake
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  if (intake.status !== 'ready_for_review')
    await refuseWrongState(app, buyerWords, intake, 'The application cannot be confirmed yet.')
  const actor = buyerActor(caller)
  const isAnswered = Object.keys(answered).length > 0
  const own = isAnswered ? await reviseDraft(app, actor, { intake, sent: { intake: answered } }) : intake
  refuseUnanswered(own)
  return own.status === 'ready_for_review' && sameEstimates(intake, own) ? submitReview(app, actor, own) : own
}

type Correcting = OfLine & { household: Household }

export const correctionProblems = (app: App, { line, household }: Correcting, patch: Json): FieldProblem[] =>
  problemsOf(() =>
    applyDraft(
      { ...emptyApplication(), household },
      { intake: patch },
      { line: lineOf({ line }), now: app.clock.now(), by: 'person', origin: 'person' },
    ),
  )

export const correctReview = async (
  app: App,
  caller: BuyerCaller,
  { review_token, intake: patch }: { review_token: string; intake: Json },
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  if (intake.submittedAt !== null && !isToSign(intake.status))
    await refuseWrongState(app, buyerWords, intake, 'The application is already confirmed.')
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  return reviseDraft(app, buyerActor(caller), { intake, sent: { intake: patch } })
}

export type BuyersSigning = NonNullable<Awaited<ReturnType<typeof signingFor>>>

export const signingFor = async (app: App, intake: ReviewedIntake, language: Language) => {
  const offer = reviewedLifecycle.allows(intake.status, 'signed') ? await selectedOffer(app, intake) : null
  if (!offer) return null
  const { full_name = '', effective_date = '', state = '' } = intake.application.household
  const now = app.clock.now()
  const passed = effective_date < dayIn(state, now) ? ('start_passed' as const) : null
  return {
    token: signTokenOf(intake, offer),
    offered: offeredFor(intake),
    isOfferedRequired: app.config.production && !intake.sandbox,
    full_name,
    disclosures: asRead(lineOf(intake).consents.signature, language),
    electronicRecords: asRead(electronicRecords, language),
    tooLate: offer.expires_at <= now ? ('offer_expired' as const) : passed,
    stopped: await whyStopped(app, intake, {
      line: intake.line,
      carrier_id: offer.carrier_id,
      ...householdPlace(intake),
    }),
  }
}

export const signAsBuyer = async (
  app: App,
  caller: BuyerCaller,
  signing: SentSignature,
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  return signPurchase(app, buyerActor(caller), { intake, signing })
}

/** Where an agent only stated it, the buyer agrees to electronic records themselves. Null: they did, or withdrew it. */
export const electronicToAgree = (
  consents: readonly GivenConsent[],
  { isOnPaper, language }: { isOnPaper: boolean; language: Language },
): ConsentWords | null => {
  const own = consents.some(
    ({ purpose, proof, withdrawnAt }) =>
      purpose === electronicRecords.purpose && proof === 'portal_session' && withdrawnAt === null,
  )
  return own || isOnPaper ? null : asRead(electronicRecords, language)
}

export const agreeElectronically = async (app: App, caller: BuyerCaller, version: string): Promise<void> => {
  const intake = await lockBuyersIntake(app, caller)
  const { uid, status: current_status, application } = intake
  const isOnPaper = (await findDeliveryWithdrawal(app.db, uid)) !== null
  const words = electronicToAgree(await consentsOf(app, uid), { isOnPaper, language: caller.language })
  if (words === null) return
  refuseOutdated(words, { version, current_status })
  const actor = buyerActor(caller)
  const consent_id = await agree(app, actor, intake, { to: words, about: application.household })
  await noteOnPurchase(
    app,
    intake,
    {},
    { actor: actor.name, event: 'electronic_records_agreed', facts: { consent_id } },
  )
}
