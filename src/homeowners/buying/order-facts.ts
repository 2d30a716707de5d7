import type { App } from '../../app.ts'
import type { Insured } from '../../carriers/contract/bind.ts'
import { dayIn } from '../../line/wire/local-day.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { Fact } from '../../policies/terms.ts'
import { addressLines } from '../application/address-lines.ts'
import type { Applicant, Home } from '../application/application.ts'
import { signatureDisclosures } from '../application/consent-words.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { StoredOffer } from '../quoting/offers.ts'
import { coverageRows } from './coverage-rows.ts'

export type Signature = { signature_id: string; effective_date: string; signed_name: string }

/** Only a complete application was quoted; anything else is a mistake of ours. */
const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`A home without ${name} cannot be bound.`)
  return value
}

const insuredOf = ({ full_name, email, phone_number, birthday }: Applicant, home: Home): Insured => ({
  full_name: need(full_name, 'full_name'),
  email: need(email, 'email'),
  ...(phone_number !== undefined && { phone_number }),
  birthday: need(birthday, 'birthday'),
  address: {
    street: need(home.street, 'street'),
    city: need(home.city, 'city'),
    state: need(home.state, 'state'),
    zip: need(home.zip, 'zip'),
  },
})

const lendersOf = ({ loans = [] }: Home): Fact[] =>
  loans.flatMap(({ lender_name, mortgagee_clause, loan_number }) => {
    const lender = mortgagee_clause ?? lender_name
    if (lender === undefined) return []
    return [{ label: 'Mortgagee', lines: [lender, ...(loan_number ? [`Loan ${loan_number}`] : [])] }]
  })

type Ordered = { order_id: string; item: string; offer: unknown; signature: Signature }

/** All that the carrier is told and the binder will say, as it was when the homeowner signed. */
export const orderFacts = (
  app: App,
  { application, sandbox }: HomeownersIntakeRecord,
  { order_id, item, offer, signature }: Ordered,
): OrderFacts => {
  const { applicant, homes } = application
  const home = need(
    homes.find(({ property_id }) => property_id === item),
    'property_id',
  )
  const { annual_price, quote_number, policy_form, carrier } = offer as StoredOffer
  const insured = insuredOf(applicant, home)
  const { signed_name, effective_date, signature_id: consent_id } = signature
  const signed = { signed_name, signed_at: app.clock.now().toISOString() }
  return {
    request: {
      request_id: order_id,
      today: dayIn(insured.address.state, app.clock.now()),
      quote_number,
      annual_price,
      effective_date,
      insured,
      signature: signed,
    },
    terms: {
      product: 'Homeowners insurance',
      form: policy_form,
      carrier,
      producer: app.config.agency,
      insured,
      location: { label: 'Insured location', lines: addressLines(home) },
      interests: lendersOf(home),
      coverages: coverageRows(offer as StoredOffer),
      quote_number,
      signature: { ...signed, words_version: signatureDisclosures.version, consent_id },
      sandbox,
    },
  }
}
