import type { App } from '../../../../platform/app.ts'
import { type FieldProblem, problemsOf } from '../../../../platform/errors.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import type { Language } from '../../../../platform/language/language.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { personActor } from '../../acts/actor.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import type { Json } from '../../fields/merge.ts'
import { asRead } from '../../record/consent.ts'
import { questionsAsked } from '../../tasks/tasks.ts'
import { submitReview } from '../answering/confirm-review.ts'
import { applyDraft } from '../answering/patch.ts'
import { reasonsAgainst, reviseDraft } from '../answering/save-draft.ts'
import { emptyApplication, type Household } from '../application/application.ts'
import { openForReview } from '../application/missing.ts'
import { isToSign } from '../application/statuses.ts'
import {
  type BuyerCaller,
  type CallerWording,
  type ConsentingActor,
  lockBuyersIntake,
  type ReviewedIntake,
  refuseWrongState,
} from '../intake/intake.ts'
import { checkReviewToken, reviewToken } from '../intake/review-token.ts'
import { carriersIn, placesOf } from '../quoting/carriers.ts'
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
    referredBy: await findReferrer(app, intake.owner),
    isOurs: isReshopped(application.household),
    places: placesOf(intake),
    today,
  }
}

/** Equivalent to an agent's `review_confirmed`. A second click changes nothing. */
export const confirmReview = async (
  app: App,
  caller: BuyerCaller,
  { review_token }: { review_token: string },
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  if (intake.submittedAt !== null) return intake
  if (intake.status !== 'ready_for_review')
    await refuseWrongState(app, buyerWords, intake, 'The application cannot be confirmed yet.')
  return submitReview(app, buyerActor(caller), intake)
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
  await checkReviewToken(app, buyerWords, { intake, token: review_token })
  if (intake.submittedAt !== null && !isToSign(intake.status))
    await refuseWrongState(app, buyerWords, intake, 'The application is already confirmed.')
  return reviseDraft(app, buyerActor(caller), { intake, sent: { intake: patch } })
}
