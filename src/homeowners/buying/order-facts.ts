import type { App } from '../../app.ts'
import { insuredOf, need, orderFacts } from '../../line/buying/order-facts.ts'
import type { OfferRow } from '../../line/offers/store.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { Fact } from '../../policies/terms.ts'
import { addressLines } from '../application/address-lines.ts'
import type { Home } from '../application/application.ts'
import { signatureDisclosures } from '../application/consent-words.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { StoredOffer } from '../quoting/offers.ts'
import { coverageRows } from './coverage-rows.ts'

export type Signature = { signature_id: string; effective_date: string; signed_name: string }

const lendersOf = ({ loans = [] }: Home): Fact[] =>
  loans.flatMap(({ lender_name, mortgagee_clause, loan_number }) => {
    const lender = mortgagee_clause ?? lender_name
    if (lender === undefined) return []
    return [{ label: 'Mortgagee', lines: [lender, ...(loan_number ? [`Loan ${loan_number}`] : [])] }]
  })

type Ordered = { order_id: string; row: OfferRow; signature: Signature }

export const homeOrderFacts = (
  app: App,
  { application, sandbox }: HomeownersIntakeRecord,
  { order_id, row, signature }: Ordered,
): OrderFacts => {
  const { applicant, homes } = application
  const home = need(
    homes.find(({ property_id }) => property_id === row.item),
    'property_id',
  )
  const offer = row.offer as StoredOffer
  const { signed_name, effective_date, signature_id: consent_id } = signature
  return orderFacts(app, {
    order_id,
    offer,
    carrier_id: row.carrier_id,
    effective_date,
    insured: insuredOf(applicant, home),
    terms: {
      product: 'Homeowners insurance',
      form: offer.policy_form,
      location: { label: 'Insured location', lines: addressLines(home) },
      interests: lendersOf(home),
      coverages: coverageRows(offer),
      sandbox,
    },
    signature: { signed_name, words_version: signatureDisclosures.version, consent_id },
  })
}
