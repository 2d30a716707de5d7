import type { App } from '../../app.ts'
import type { BindRequest, Insured, PostalAddress, Signature } from '../../carriers/contract/bind.ts'
import { agencyFor, type LicensedPlace } from '../../config/agency.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { PolicyTerms } from '../../policies/terms.ts'
import { dayIn } from '../wire/local-day.ts'

export const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`An order without ${name} cannot be placed.`)
  return value
}

type Person = Partial<Pick<Insured, 'full_name' | 'email' | 'phone_number' | 'birthday'>>

export const insuredOf = (
  { full_name, email, phone_number, birthday }: Person,
  address: PostalAddress | null,
): Insured => ({
  full_name: need(full_name, 'full_name'),
  email: need(email, 'email'),
  ...(phone_number !== undefined && { phone_number }),
  birthday: need(birthday, 'birthday'),
  ...(address && { address }),
})

export const addressIn = ({ street, city, state, zip }: Partial<PostalAddress>): PostalAddress => ({
  street: need(street, 'street'),
  city: need(city, 'city'),
  state: need(state, 'state'),
  zip: need(zip, 'zip'),
})

type Ordered = Pick<BindRequest, 'effective_date' | 'insured' | 'property' | 'answers' | 'documents'> & {
  order_id: string
  offer: { annual_price: number; quote_number: string; carrier: string; illustrative?: boolean }
  place: LicensedPlace
  terms: Pick<PolicyTerms, 'product' | 'form' | 'location' | 'interests' | 'coverages' | 'sandbox'>
  signature: Signature
  consent_id: string
}

export const orderFacts = (
  app: App,
  { order_id, offer, place, insured, effective_date, terms, signature, consent_id, ...asked }: Ordered,
): OrderFacts => {
  const { annual_price, quote_number, carrier, illustrative = true } = offer
  const now = app.clock.now()
  return {
    request: {
      request_id: order_id,
      today: dayIn(place.state, now),
      quote_number,
      annual_price,
      effective_date,
      insured,
      signature,
      ...asked,
    },
    terms: {
      ...terms,
      carrier,
      producer: agencyFor(app.config, [place], now),
      illustrative,
      insured,
      quote_number,
      signature: { ...signature, consent_id },
    },
  }
}
