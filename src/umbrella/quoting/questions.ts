import type { App } from '../../app.ts'
import { questionId } from '../../carriers/contract/question-id.ts'
import { modeOf } from '../../carriers/registry.ts'
import type { UmbrellaCarrier, UmbrellaQuoteRequest } from '../../carriers/umbrella/carrier.ts'
import type { UmbrellaIntake } from '../intake/intake.ts'
import { umbrellaCarriers } from './carriers.ts'
import { umbrellaRisk } from './risk.ts'

/** One carrier asked about the household. */
export type Question = { carrier: UmbrellaCarrier; item: string; request: UmbrellaQuoteRequest }

/** A homeowners intake is quoted home by home; an umbrella stands over the whole household. */
export const HOUSEHOLD = 'household'

/** Every carrier that writes in the household's state. The day is that of the review, however late one is asked. */
export const questionsOf = (app: App, intake: UmbrellaIntake): Question[] => {
  const { household } = intake.application
  const today = (intake.submittedAt ?? intake.updatedAt).toISOString().slice(0, 10)
  const risk = umbrellaRisk(household, today)
  return umbrellaCarriers(app)
    [modeOf(intake)].filter(({ states }) => states.includes(risk.state))
    .map(carrier => ({
      carrier,
      item: HOUSEHOLD,
      request: { request_id: questionId(intake.uid, intake.revision, carrier.id), today, risk },
    }))
}
