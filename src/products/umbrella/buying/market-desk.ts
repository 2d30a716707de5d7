import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../../platform/values/sourced.ts'
import type { MarketDesk } from '../../line/desk.ts'
import { answerRows } from '../../line/fields/answer-rows.ts'
import { umbrellaFields } from '../application/fields.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import { applicationSections, bindSections } from '../application/sections.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import { readIntake } from '../intake/intake.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { tellCarrierQuestion } from '../quoting/notify.ts'

const fieldsOf = (names: readonly (keyof typeof umbrellaFields)[]) =>
  Object.fromEntries(names.map(name => [name, umbrellaFields[name]]))

const application: MarketDesk['application'] = async (app, { uid, kind }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  const { household: stated } = intake.application
  const asked = dayIn(stated.state ?? '', intake.submittedAt ?? intake.updatedAt)
  const household = withServiceEstimates(stated, asked, { isReviewed: true })
  const { full_name = '', city = '', state = '' } = household
  const sourceWords = (name: string) => sourceInWords(sourceOf(household, name, tellerOf(intake)))
  return {
    applicant: full_name,
    place: `${city}, ${state}`,
    state,
    today: dayIn(state, app.clock.now()),
    creditAllowed: kind === 'bind' && intake.consentId !== null,
    sections: [...applicationSections, ...bindSections]
      .map(({ title, fields }) => ({ title, rows: answerRows(fieldsOf(fields), household, sourceWords) }))
      .filter(({ rows }) => rows.length > 0),
  }
}

const tellQuestion: MarketDesk['tellQuestion'] = async (app, { uid, carrier_id }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  await tellCarrierQuestion(app, intake, umbrellaCarriers.names(app, intake)(carrier_id))
}

export const umbrellaMarketDesk: MarketDesk = {
  quotable: umbrellaLifecycle.states.filter(state => umbrellaLifecycle.allows(state, 'late_answer')),
  application,
  ordersAsk: true,
  tellQuestion,
}
