import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { sourceInWords, sourceOf, tellerOf } from '../../../../platform/values/sourced.ts'
import type { MarketDesk } from '../../desk.ts'
import { answerRows } from '../../fields/answer-rows.ts'
import type { FieldTable } from '../../fields/field.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { readIntake } from '../intake/intake.ts'
import { carriersIn } from '../quoting/carriers.ts'
import { tellCarrierQuestion } from '../quoting/notify.ts'
import { reviewedHousehold } from '../quoting/questions.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'

const fieldsOf = ({ fields }: ReviewedLine, names: readonly string[]): FieldTable =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

const application: MarketDesk['application'] = async (app, { uid, kind }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  const line = lineOf(intake)
  const { household } = reviewedHousehold(intake)
  const { full_name = '', city = '', state = '' } = household
  const sourceWords = (name: string) => sourceInWords(sourceOf(household, name, tellerOf(intake)))
  return {
    applicant: full_name,
    place: `${city}, ${state}`,
    state,
    today: dayIn(state, app.clock.now()),
    creditAllowed: kind === 'bind' && intake.consentId !== null,
    sections: [...line.sections.toReview, ...line.sections.toBind]
      .map(({ title, fields }) => ({
        title,
        rows: answerRows(fieldsOf(line, fields), household, sourceWords),
      }))
      .filter(({ rows }) => rows.length > 0),
  }
}

const tellQuestion: MarketDesk['tellQuestion'] = async (app, { uid, carrier_id }) => {
  const intake = (await readIntake(app, uid)) ?? fail('not_found')
  await tellCarrierQuestion(app, intake, carriersIn(intake).names(app, intake)(carrier_id))
}

export const marketDesk: MarketDesk = {
  quotable: reviewedLifecycle.states.filter(state => reviewedLifecycle.allows(state, 'late_answer')),
  application,
  ordersAsk: true,
  tellQuestion,
}
