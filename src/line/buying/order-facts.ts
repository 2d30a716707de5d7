import type { App } from '../../app.ts'
import type { BindRequest, Insured, PostalAddress, Signature } from '../../carriers/contract/bind.ts'
import type { OrderDetails } from '../../carriers/contract/details.ts'
import type { PaymentTerms } from '../../carriers/contract/payment-terms.ts'
import { agencyFor, type LicensedPlace, licenseAt, surplusBrokerWords } from '../../config/agency.ts'
import type { OrderFacts } from '../../policies/orders.ts'
import type { PolicyBilling, PolicyTerms } from '../../policies/terms.ts'
import { surplusNotices } from '../../rules/notices.ts'
import {
  type Source,
  type SourcedAnswers,
  type SourcedFields,
  type SourcedTree,
  treeWithSources,
  withSources,
} from '../fields/sourced.ts'
import { purposesOf } from '../offers/evidence.ts'
import { carrierInfoOf } from '../wire/carrier-info.ts'
import { dayIn } from '../wire/local-day.ts'

export const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`An order without ${name} cannot be placed.`)
  return value
}

type Person = Pick<Insured, 'full_name' | 'email' | 'phone_number' | 'birthday' | 'mailing_address'>

type Sources = Readonly<Record<string, Source>>
type SourcedInsured = { insured: Insured; sources: Sources }

const under = (prefix: string, sources: Sources): Sources =>
  Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${prefix}.${name}`, source]))

export const addressIn = ({
  street,
  city,
  state,
  zip,
}: SourcedAnswers<PostalAddress>): SourcedFields<PostalAddress> => ({
  street: need(street, 'street'),
  city: need(city, 'city'),
  state: need(state, 'state'),
  zip: need(zip, 'zip'),
})

export const insuredOf = (
  { full_name, email, phone_number, birthday, mailing_address }: SourcedAnswers<Person>,
  address: SourcedFields<PostalAddress> | null,
): SourcedInsured => {
  const who = withSources<Person>({
    full_name: need(full_name, 'full_name'),
    email: need(email, 'email'),
    ...(phone_number !== undefined && { phone_number }),
    birthday: need(birthday, 'birthday'),
    ...(mailing_address !== undefined && { mailing_address }),
  })
  if (address === null) return { insured: who.values, sources: who.sources }
  const place = withSources<PostalAddress>(address)
  return {
    insured: { ...who.values, address: place.values },
    sources: { ...who.sources, ...under('address', place.sources) },
  }
}

export type Ordered = Pick<BindRequest, 'effective_date' | 'answers' | 'documents'> & {
  insured: SourcedInsured
  property?: SourcedFields<PostalAddress>
  answerSources?: Sources
  /** Everyone named and every interest goes out with each order, the rest only under contract 2. */
  details: { readonly [K in keyof OrderDetails]: SourcedTree<NonNullable<OrderDetails[K]>> }
  reports: { reports: boolean; score: boolean }
  order_id: string
  offer: Pick<PaymentTerms, 'fees' | 'taxes'> & {
    annual_price: number
    quote_number: string
    carrier: string
    illustrative?: boolean
    admitted?: boolean
  }
  place: LicensedPlace
  carrier_id: string
  terms: Pick<
    PolicyTerms,
    | 'product'
    | 'form'
    | 'location'
    | 'other_insureds'
    | 'interests'
    | 'coverages'
    | 'replacement_cost'
    | 'sandbox'
  >
  signature: Signature
  consent_id: string
  billing: PolicyBilling
}

/** A carrier of the first contract may know one insured only, so a binder must not say that it insures the others. */
const namedOnly = (terms: Ordered['terms']): Ordered['terms'] => {
  const { other_insureds: lines = [], ...rest } = terms
  const others = lines.length > 0 ? [{ label: 'Other owners on the application', lines }] : []
  return { ...rest, interests: [...rest.interests, ...others] }
}

const surplusWords = ({ config, clock }: App, place: LicensedPlace): string[] => {
  const broker = surplusBrokerWords(config, place.state, clock.now())
  return [
    ...surplusNotices(place).map(({ text }) => text),
    broker === null ? 'Surplus lines broker license: not stated.' : `Surplus lines broker: ${broker}.`,
  ]
}

export const orderFacts = (
  app: App,
  {
    order_id,
    offer,
    place,
    effective_date,
    terms,
    signature,
    consent_id,
    property,
    billing,
    ...ordered
  }: Ordered,
): OrderFacts => {
  const { insured: who, carrier_id, answerSources, details, reports, ...asked } = ordered
  const { carriers, deskCarriers } = app.config
  const endpoint = carriers.find(({ id }) => id === carrier_id)
  const isSecond = endpoint?.contract2 !== undefined
  const { applicants, interests } = details
  const more = treeWithSources<OrderDetails>(isSecond ? details : { applicants, interests })
  const settings = [...carriers, ...deskCarriers].find(({ id }) => id === carrier_id)
  const { address, naic } = settings ?? {}
  const info = settings && carrierInfoOf(settings.facts)
  const { insured, sources } = who
  const home = property && withSources<PostalAddress>(property)
  const { annual_price, quote_number, carrier, illustrative = true, fees = [], taxes = [] } = offer
  const charges = [...fees, ...taxes]
  const now = app.clock.now()
  const npn = licenseAt(app.config.licenses ?? [], place, now)?.npn
  return {
    request: {
      request_id: order_id,
      today: dayIn(place.state, now),
      quote_number,
      annual_price,
      effective_date,
      insured,
      ...(home && { property: home.values }),
      sources: {
        ...sources,
        ...(home && under('property', home.sources)),
        ...answerSources,
        ...more.sources,
      },
      signature,
      billing: { bill_to: billing.bill_to, plan_id: billing.plan_id },
      ...asked,
      ...more.values,
      ...(isSecond && { contract: 2, permitted_purposes: purposesOf(reports) }),
    },
    terms: {
      ...(endpoint && !isSecond ? namedOnly(terms) : terms),
      carrier,
      producer: { ...agencyFor(app.config, [place], now), ...(npn !== undefined && { npn }) },
      illustrative,
      state: place.state,
      ...(address !== undefined && { carrier_address: address }),
      ...(naic !== undefined && { carrier_naic: naic }),
      ...(info && { carrier_info: info }),
      insured,
      ...(charges.length > 0 && { charges }),
      quote_number,
      signature: { ...signature, consent_id },
      billing,
      ...(offer.admitted === false && { surplus_lines: surplusWords(app, place) }),
    },
  }
}
