import { questionId } from '../../../../agency/carriers/contract/question-id.ts'
import type { App } from '../../../../platform/app.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import {
  quoteRequest,
  type SourcedAnswers,
  sourcedAnswers,
  tellerOf,
} from '../../../../platform/values/sourced.ts'
import type { CarrierQuestion } from '../../offers/questions.ts'
import { type Answers, HOUSEHOLD, type Household } from '../application/application.ts'
import { withServiceEstimates } from '../application/missing.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { lineOf, type ReviewedAnswer, type ReviewedQuoteRequest } from '../reviewed-line.ts'
import { carriersIn } from './offers.ts'

export const saidIn = (intake: ReviewedIntake, household: Household): SourcedAnswers<Answers> =>
  sourcedAnswers<Answers>(
    household,
    Object.keys(lineOf(intake).fields) as (keyof Answers)[],
    tellerOf(intake),
  )

/** As it was reviewed, however late it is read. Older records get their estimates here. */
export const reviewedHousehold = (intake: ReviewedIntake): { household: Household; today: string } => {
  const { household: stated } = intake.application
  const today = dayIn(stated.state ?? '', intake.submittedAt ?? intake.updatedAt)
  return { household: withServiceEstimates(lineOf(intake), stated, { today, isReviewed: true }), today }
}

/** Uses the day of the review, however late a carrier is asked. */
export const questionsOf = (
  app: App,
  intake: ReviewedIntake,
): CarrierQuestion<ReviewedQuoteRequest, ReviewedAnswer>[] => {
  const line = lineOf(intake)
  const { household, today } = reviewedHousehold(intake)
  const said = saidIn(intake, household)
  const risk = line.risk(said, today)
  return carriersIn(intake)
    .inState(app, intake, household.state ?? '')
    .map(carrier => {
      const request_id = questionId(intake.uid, intake.revision, carrier.id)
      const details = carrier.contract2 && line.details(said, carrier.contract2)
      return { carrier, item: HOUSEHOLD, request: quoteRequest({ request_id, today }, risk, details) }
    })
}
