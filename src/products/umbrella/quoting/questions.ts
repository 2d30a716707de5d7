import { questionId } from '../../../agency/carriers/contract/question-id.ts'
import type { UmbrellaAnswer, UmbrellaQuoteRequest } from '../../../agency/carriers/umbrella/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { quoteRequest, sourcedAnswers, tellerOf } from '../../../platform/values/sourced.ts'
import type { CarrierQuestion } from '../../line/offers/questions.ts'
import type { Answers } from '../application/application.ts'
import { umbrellaFieldNames } from '../application/fields.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { umbrellaCarriers } from './carriers.ts'
import { umbrellaDetails } from './details.ts'
import { umbrellaRisk } from './risk.ts'

type UmbrellaQuestion = CarrierQuestion<UmbrellaQuoteRequest, UmbrellaAnswer>

export const HOUSEHOLD = 'household'

/** Uses the day of the review, however late a carrier is asked. Older records get their estimates here. */
export const umbrellaQuestions = (app: App, intake: UmbrellaIntakeRecord): UmbrellaQuestion[] => {
  const { household: stated } = intake.application
  const today = dayIn(stated.state ?? '', intake.submittedAt ?? intake.updatedAt)
  const household = withServiceEstimates(stated, today, { isReviewed: true })
  const risk = umbrellaRisk(household, { today, teller: tellerOf(intake) })
  return umbrellaCarriers.inState(app, intake, risk.state.value).map(carrier => {
    const request_id = questionId(intake.uid, intake.revision, carrier.id)
    const details =
      carrier.contract2 &&
      umbrellaDetails(
        sourcedAnswers<Answers>(household, umbrellaFieldNames, tellerOf(intake)),
        carrier.contract2,
      )
    return { carrier, item: HOUSEHOLD, request: quoteRequest({ request_id, today }, risk, details) }
  })
}
