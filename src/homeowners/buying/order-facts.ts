import type { App } from '../../app.ts'
import type { Signature } from '../../carriers/contract/bind.ts'
import { addressIn, insuredOf, need, orderFacts } from '../../line/buying/order-facts.ts'
import type { OfferRow } from '../../line/offers/store.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { Fact } from '../../policies/terms.ts'
import { addressLines } from '../application/address-lines.ts'
import type { Home } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { StoredOffer } from '../quoting/offers.ts'
import { coverageRows } from './coverage-rows.ts'

const lendersOf = ({ loans = [] }: Home): Fact[] =>
  loans.flatMap(({ lender_name, mortgagee_clause, loan_number }) => {
    const lender = mortgagee_clause ?? lender_name
    if (lender === undefined) return []
    return [{ label: 'Mortgagee', lines: [lender, ...(loan_number ? [`Loan ${loan_number}`] : [])] }]
  })

/** Only a primary home is where its owner gets mail. */
const livesIn = ({ home_ownership, rental_status = 'not_rented' }: Home): boolean =>
  home_ownership === 'owned_primary' && rental_status === 'not_rented'

type Ordered = {
  order_id: string
  row: OfferRow
  effective_date: string
  signature: Signature
  consent_id: string
}

export const homeOrderFacts = (
  app: App,
  { application, sandbox }: HomeownersIntakeRecord,
  { order_id, row, effective_date, signature, consent_id }: Ordered,
): OrderFacts => {
  const { applicant, homes } = application
  const home = need(
    homes.find(({ property_id }) => property_id === row.item),
    'property_id',
  )
  const offer = row.offer as StoredOffer
  const property = addressIn(home)
  return orderFacts(app, {
    order_id,
    offer,
    effective_date,
    place: { line: 'homeowners', state: property.state },
    insured: insuredOf(applicant, livesIn(home) ? property : null),
    property,
    terms: {
      product: 'Homeowners insurance',
      form: offer.policy_form,
      location: { label: 'Insured location', lines: addressLines(home) },
      interests: lendersOf(home),
      coverages: coverageRows(offer, property.state),
      sandbox,
    },
    signature,
    consent_id,
  })
}
