import type { App } from '../../../platform/app.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import { type FieldProblem, problemsOf } from '../../../platform/errors.ts'
import { findReferrer } from '../../../platform/key/referrer.ts'
import type { Language } from '../../../platform/language/language.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { personActor } from '../../line/acts/actor.ts'
import { isReshopped } from '../../line/aftersale/reshop.ts'
import type { Json } from '../../line/fields/merge.ts'
import { asRead, type ConsentWords } from '../../line/record/consent.ts'
import { submitReview } from '../answering/confirm-review.ts'
import { applyDraft } from '../answering/patch.ts'
import { reviseDraft } from '../answering/save-draft.ts'
import { emptyApplication, type Household } from '../application/application.ts'
import { applicationReview } from '../application/consent-words.ts'
import { ineligibleReasons } from '../application/eligibility.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import { type OpenSection, openForReview } from '../application/missing.ts'
import { reviewOf, type UmbrellaReview } from '../application/review.ts'
import { isToSign } from '../application/statuses.ts'
import {
  type BuyerCaller,
  type CallerWording,
  type ConsentingActor,
  lockBuyersIntake,
  type UmbrellaIntakeRecord,
} from '../intake/intake.ts'
import { checkReviewToken, reviewToken } from '../intake/review-token.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { householdPlaces, umbrellaCarriers } from '../quoting/carriers.ts'

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

export type BuyersReview = {
  uid: string
  sandbox: boolean
  status: UmbrellaStatus
  step: 'confirm' | 'answer' | 'done'
  review: UmbrellaReview
  household: Household
  review_token: string
  missing: OpenSection[]
  ineligible_reasons: string[]
  words: ConsentWords
  referredBy: string | null
  isOurs: boolean
  places: readonly LicensedPlace[]
  today: string
}

const stepOf = ({ status, submittedAt }: UmbrellaIntakeRecord): BuyersReview['step'] => {
  if (submittedAt !== null) return 'done'
  return status === 'ready_for_review' ? 'confirm' : 'answer'
}

export const reviewFor = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  language: Language,
): Promise<BuyersReview> => {
  const { sandbox, status, application } = intake
  const today = dayIn(application.household.state ?? '', app.clock.now())
  return {
    uid: intake.uid,
    sandbox,
    status,
    step: stepOf(intake),
    review: reviewOf(application.household, { masks: false }),
    household: application.household,
    review_token: reviewToken(app, intake),
    missing: openForReview(application.household, today),
    ineligible_reasons: ineligibleReasons(application.household, umbrellaCarriers.statesWritten(app, intake)),
    words: asRead(applicationReview, language),
    referredBy: await findReferrer(app, intake.owner),
    isOurs: isReshopped(application.household),
    places: householdPlaces(application.household),
    today,
  }
}

/** Equivalent to an agent's `review_confirmed`. A second click changes nothing. */
export const confirmReview = async (
  app: App,
  caller: BuyerCaller,
  { review_token }: { review_token: string },
): Promise<UmbrellaIntakeRecord> => {
  const intake = await lockBuyersIntake(app, caller)
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  if (intake.submittedAt !== null) return intake
  if (intake.status !== 'ready_for_review')
    await refuseWrongState(app, buyerWords, intake, 'The application cannot be confirmed yet.')
  return submitReview(app, buyerActor(caller), intake)
}

export const correctionProblems = (app: App, household: Household, patch: Json): FieldProblem[] =>
  problemsOf(() =>
    applyDraft(
      { ...emptyApplication(), household },
      { intake: patch },
      { now: app.clock.now(), by: 'person', origin: 'person' },
    ),
  )

export const correctReview = async (
  app: App,
  caller: BuyerCaller,
  { review_token, intake: patch }: { review_token: string; intake: Json },
): Promise<UmbrellaIntakeRecord> => {
  const intake = await lockBuyersIntake(app, caller)
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  if (intake.submittedAt !== null && !isToSign(intake.status))
    await refuseWrongState(app, buyerWords, intake, 'The application is already confirmed.')
  return reviseDraft(app, buyerActor(caller), { intake, sent: { intake: patch } })
}
