import { carrierQuestionEmail } from '../../../agency/emails/desk/tasks.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { usd } from '../../../platform/values/money.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../../platform/values/sourced.ts'
import type { MarketDesk } from '../../line/desk.ts'
import { type AnswerRow, answerRows } from '../../line/fields/answer-rows.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type EmailFacts, tellHomeowner } from '../quoting/notify.ts'
import { homeCarriers } from '../quoting/offers.ts'
import { replacementCost } from '../quoting/replacement-cost.ts'
import { scoreAllowedIn } from '../quoting/risk.ts'

const NO_ESTIMATES = { field_estimates: [], locked: [] }

const rebuildCost = (dollars: number): AnswerRow => ({
  label: 'Rebuild cost',
  value: usd(dollars),
  copy: String(dollars),
  source: sourceInWords({ kind: 'derived', rule: 'rebuild_cost', from: {} }),
})

const readIntake = async (app: App, uid: string): Promise<HomeownersIntakeRecord> =>
  (await findIntake(app, { uid, line: 'homeowners' })) ?? fail('not_found')

const application: MarketDesk['application'] = async (app, { uid, item }) => {
  const intake = await readIntake(app, uid)
  const asked = intake.submittedAt ?? intake.updatedAt
  const { applicant, sources = {}, homes } = withServiceEstimates(intake.application, asked)
  const home = homes.find(({ property_id }) => property_id === item) ?? fail('not_found')
  const teller = tellerOf(intake)
  const person = { ...NO_ESTIMATES, sources }
  const { city = '', state = '' } = home
  return {
    applicant: applicant.full_name ?? '',
    place: `${city}, ${state}`,
    state,
    today: dayIn(state, app.clock.now()),
    creditAllowed: intake.consentId !== null && scoreAllowedIn(state),
    sections: [
      {
        title: 'Applicant',
        rows: answerRows(applicantFields, applicant, name => sourceInWords(sourceOf(person, name, teller))),
      },
      {
        title: 'Home',
        rows: [
          ...answerRows(homeFields, home, name => sourceInWords(sourceOf(home, name, teller))),
          rebuildCost(replacementCost(home)),
        ],
      },
    ],
  }
}

const tellQuestion: MarketDesk['tellQuestion'] = async (app, { uid, carrier_id }) => {
  const intake = await readIntake(app, uid)
  const carrier = homeCarriers.names(app, intake)(carrier_id)
  await tellHomeowner(app, intake, {
    purpose: 'carrier_question',
    email: (to: string, facts: EmailFacts) => carrierQuestionEmail(to, { ...facts, carrier }),
  })
}

export const homeMarketDesk: MarketDesk = {
  quotable: homeownersLifecycle.states.filter(state => homeownersLifecycle.allows(state, 'late_answer')),
  application,
  ordersAsk: false,
  tellQuestion,
}
