import type { Signature } from '../../../agency/carriers/contract/bind.ts'
import type { Payment } from '../../../agency/payments/payments.ts'
import type { OrderFacts } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { sourcedAnswers, tellerOf } from '../../../platform/values/sourced.ts'
import { addressIn, insuredOf, need, orderFacts } from '../../line/buying/order-facts.ts'
import { addressLines, type Home, type HomeValues } from '../application/application.ts'
import { homeFieldNames } from '../application/fields.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { applicantsIn, interestsIn, personIn } from '../quoting/details.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'
import { REPLACEMENT_COST_RULE, replacementCost } from '../quoting/replacement-cost.ts'
import { scoreAllowedIn } from '../quoting/risk.ts'
import { coverageRows } from './coverage-rows.ts'
import { interestFacts, otherInsureds } from './interest-facts.ts'
import { orderBilling } from './payment.ts'

/** Only a primary home is where its owner gets mail. */
const livesIn = ({ home_ownership, rental_status = 'not_rented' }: Home): boolean =>
  home_ownership === 'owned_primary' && rental_status === 'not_rented'

type Ordered = {
  order_id: string
  row: HomeOfferRow
  effective_date: string
  signature: Signature
  consent_id: string
  payment: Payment | null
}

export const homeOrderFacts = (
  app: App,
  intake: HomeownersIntakeRecord,
  { order_id, row, effective_date, signature, consent_id, payment }: Ordered,
): OrderFacts => {
  const { application, sandbox } = intake
  const { homes } = application
  const teller = tellerOf(intake)
  const home = need(
    homes.find(({ property_id }) => property_id === row.item),
    'property_id',
  )
  const { offer } = row
  const said = sourcedAnswers<HomeValues>(home, homeFieldNames, teller)
  const property = addressIn(said)
  const person = personIn(intake)
  const state = need(home.state, 'state')
  return orderFacts(app, {
    order_id,
    offer,
    carrier_id: row.carrier_id,
    effective_date,
    place: { line: 'homeowners', state },
    insured: insuredOf(person, livesIn(home) ? property : null),
    property,
    details: { applicants: applicantsIn(person), interests: interestsIn(said) },
    reports: { reports: intake.consentId !== null, score: scoreAllowedIn(state) },
    terms: {
      product: 'Homeowners insurance',
      form: offer.policy_form,
      location: { label: 'Insured location', lines: addressLines(home) },
      other_insureds: otherInsureds(application.applicant),
      interests: interestFacts(home),
      coverages: coverageRows(offer, state),
      replacement_cost: { dollars: replacementCost(home), rule: REPLACEMENT_COST_RULE },
      sandbox,
    },
    signature,
    consent_id,
    billing: orderBilling(app, application, { row, payment }),
  })
}
