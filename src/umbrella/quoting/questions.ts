import type { App } from '../../app.ts'
import { questionId } from '../../carriers/contract/question-id.ts'
import type { UmbrellaAnswer, UmbrellaQuoteRequest } from '../../carriers/umbrella/carrier.ts'
import type { CarrierQuestion } from '../../line/offers/quoting.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { umbrellaCarriers } from './carriers.ts'
import { umbrellaRisk } from './risk.ts'

type UmbrellaQuestion = CarrierQuestion<UmbrellaQuoteRequest, UmbrellaAnswer>

const HOUSEHOLD = 'household'

/** Uses the day of the review, however late a carrier is asked. */
export const umbrellaQuestions = (app: App, intake: UmbrellaIntakeRecord): UmbrellaQuestion[] => {
  const { household } = intake.application
  const today = (intake.submittedAt ?? intake.updatedAt).toISOString().slice(0, 10)
  const risk = umbrellaRisk(household, today)
  return umbrellaCarriers.inState(app, intake, risk.state).map(carrier => ({
    carrier,
    item: HOUSEHOLD,
    request: { request_id: questionId(intake.uid, intake.revision, carrier.id), today, risk },
  }))
}
