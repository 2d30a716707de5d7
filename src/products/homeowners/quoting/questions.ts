import { questionId } from '../../../agency/carriers/contract/question-id.ts'
import type { HomeAnswer, HomeQuoteRequest } from '../../../agency/carriers/homeowners/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { quoteRequest, tellerOf } from '../../../platform/values/sourced.ts'
import type { CarrierQuestion } from '../../line/offers/questions.ts'
import { type Home, isInsured } from '../application/application.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeDetails } from './details.ts'
import { homeCarriers } from './offers.ts'
import { homeRisk, scoreAllowedIn } from './risk.ts'

type HomeQuestion = CarrierQuestion<HomeQuoteRequest, HomeAnswer>

const askable = (home: Home): { item: string; state: string } | null => {
  const { property_id: item, state } = home
  return item === null || state === undefined || isInsured(home) ? null : { item, state }
}

export const homesAsked = (
  app: App,
  intake: HomeownersIntakeRecord,
): Pick<HomeQuestion, 'carrier' | 'item'>[] =>
  intake.application.homes.flatMap(home => {
    const asked = askable(home)
    if (!asked) return []
    const { item, state } = asked
    return homeCarriers.inState(app, intake, state).map(carrier => ({ carrier, item }))
  })

/** Uses the day of submission, however late a carrier is asked. Older records get their estimates here. */
export const homeQuestions = (app: App, intake: HomeownersIntakeRecord): HomeQuestion[] => {
  const submitted = intake.submittedAt ?? intake.updatedAt
  const application = withServiceEstimates(intake.application, submitted)
  return application.homes.flatMap(home => {
    const asked = askable(home)
    if (!asked) return []
    const { item, state } = asked
    const today = dayIn(state, submitted)
    const insuranceScoreAllowed = intake.consentId !== null && scoreAllowedIn(state)
    const risk = homeRisk(home, { insuranceScoreAllowed, teller: tellerOf(intake) })
    return homeCarriers.inState(app, intake, state).map(carrier => {
      const request_id = questionId(intake.uid, intake.revision, item, carrier.id)
      const details = carrier.contract2 && homeDetails({ ...intake, application }, home, carrier.contract2)
      return { carrier, item, request: quoteRequest({ request_id, today }, risk, details) }
    })
  })
}
