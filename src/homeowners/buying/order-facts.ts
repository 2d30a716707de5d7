import type { App } from '../../app.ts'
import type { Signature } from '../../carriers/contract/bind.ts'
import { addressIn, insuredOf, need, orderFacts } from '../../line/buying/order-facts.ts'
import { sourcedAnswers, tellerOf } from '../../line/fields/sourced.ts'
import type { OfferRow } from '../../line/offers/store.ts'
import type { Payment } from '../../payments/payments.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { Fact } from '../../policies/terms.ts'
import { addressLines } from '../application/address-lines.ts'
import type { Applicant, Home, HomeValues } from '../application/application.ts'
import { applicantFieldNames, homeFieldNames } from '../application/fields.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { StoredOffer } from '../quoting/offers.ts'
import { coverageRows } from './coverage-rows.ts'
import { orderBilling } from './payment.ts'

const lendersOf = ({ loans = [] }: Home): Fact[] =>
  loans.flatMap(({ lender_name, mortgagee_clause, loan_number }) => {
    const lender = mortgagee_clause ?? lender_name
    if (lender === undefined) return []
    return [{ label: 'Mortgagee', lines: [lender, ...(loan_number ? [`Loan ${loan_number}`] : [])] }]
  })

const NO_ESTIMATES = { field_estimates: [], locked: [] }

/** Only a primary home is where its owner gets mail. */
const livesIn = ({ home_ownership, rental_status = 'not_rented' }: Home): boolean =>
  home_ownership === 'owned_primary' && rental_status === 'not_rented'

type Ordered = {
  order_id: string
  row: OfferRow
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
  const { applicant, homes, sources = {} } = application
  const teller = tellerOf(intake)
  const home = need(
    homes.find(({ property_id }) => property_id === row.item),
    'property_id',
  )
  const offer = row.offer as StoredOffer
  const property = addressIn(sourcedAnswers<HomeValues>(home, homeFieldNames, teller))
  const person = sourcedAnswers<Applicant>(
    { ...applicant, ...NO_ESTIMATES, sources },
    applicantFieldNames,
    teller,
  )
  const state = need(home.state, 'state')
  return orderFacts(app, {
    order_id,
    offer,
    carrier_id: row.carrier_id,
    effective_date,
    place: { line: 'homeowners', state },
    insured: insuredOf(person, livesIn(home) ? property : null),
    property,
    terms: {
      product: 'Homeowners insurance',
      form: offer.policy_form,
      location: { label: 'Insured location', lines: addressLines(home) },
      interests: lendersOf(home),
      coverages: coverageRows(offer, state),
      sandbox,
    },
    signature,
    consent_id,
    billing: orderBilling(app, application, { row, payment }),
  })
}
