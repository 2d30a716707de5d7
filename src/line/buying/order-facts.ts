import type { App } from '../../app.ts'
import type { BindRequest, Insured } from '../../carriers/contract/bind.ts'
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
  { street, city, state, zip }: Partial<Insured['address']>,
): Insured => ({
  full_name: need(full_name, 'full_name'),
  email: need(email, 'email'),
  ...(phone_number !== undefined && { phone_number }),
  birthday: need(birthday, 'birthday'),
  address: {
    street: need(street, 'street'),
    city: need(city, 'city'),
    state: need(state, 'state'),
    zip: need(zip, 'zip'),
  },
})

type Ordered = Pick<BindRequest, 'effective_date' | 'insured' | 'answers' | 'documents'> & {
  order_id: string
  offer: { annual_price: number; quote_number: string; carrier: string }
  carrier_id: string
  terms: Pick<PolicyTerms, 'product' | 'form' | 'location' | 'interests' | 'coverages' | 'sandbox'>
  signature: { signed_name: string; words_version: string; consent_id: string }
}

export const orderFacts = (
  app: App,
  { order_id, offer, carrier_id, insured, effective_date, terms, signature, ...asked }: Ordered,
): OrderFacts => {
  const { annual_price, quote_number, carrier } = offer
  const { address, naic } = app.config.carriers.find(({ id }) => id === carrier_id) ?? {}
  const now = app.clock.now()
  const { signed_name, ...evidence } = signature
  const signed = { signed_name, signed_at: now.toISOString() }
  return {
    request: {
      request_id: order_id,
      today: dayIn(insured.address.state, now),
      quote_number,
      annual_price,
      effective_date,
      insured,
      signature: signed,
      ...asked,
    },
    terms: {
      ...terms,
      carrier,
      ...(address !== undefined && { carrier_address: address }),
      ...(naic !== undefined && { carrier_naic: naic }),
      producer: app.config.agency,
      insured,
      quote_number,
      signature: { ...signed, ...evidence },
    },
  }
}
