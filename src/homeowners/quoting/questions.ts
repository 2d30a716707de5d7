import type { App } from '../../app.ts'
import { questionId } from '../../carriers/contract/question-id.ts'
import type { HomeAnswer, HomeQuoteRequest } from '../../carriers/homeowners/carrier.ts'
import type { CarrierQuestion } from '../../line/offers/quoting.ts'
import { isInsured } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeCarriers } from './carriers.ts'
import { homeRisk, scoreAllowedIn } from './risk.ts'

type HomeQuestion = CarrierQuestion<HomeQuoteRequest, HomeAnswer>

const isoDate = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Uses the day of submission, however late a carrier is asked. */
export const homeQuestions = (app: App, intake: HomeownersIntakeRecord): HomeQuestion[] =>
  intake.application.homes.flatMap(home => {
    const { property_id: item, state } = home
    if (item === null || state === undefined || isInsured(home)) return []
    const risk = homeRisk(home, { insuranceScoreAllowed: intake.consentId !== null && scoreAllowedIn(state) })
    const today = isoDate(intake.submittedAt ?? intake.updatedAt)
    return homeCarriers.inState(app, intake, state).map(carrier => ({
      carrier,
      item,
      request: { request_id: questionId(intake.uid, intake.revision, item, carrier.id), today, risk },
    }))
  })
