import type {
  BindRequest,
  Insured,
  PostalAddress,
  Signature,
} from '../../../agency/carriers/contract/bind.ts'
import { carrierInfoOf } from '../../../agency/carriers/contract/carrier-info.ts'
import type { OrderDetails } from '../../../agency/carriers/contract/details.ts'
import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { OrderFacts } from '../../../agency/policies/orders.ts'
import { type PolicyBilling, type PolicyTerms, UNNAMED_OWNERS } from '../../../agency/policies/terms.ts'
import { surplusNotices } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import {
  agencyFor,
  type LicensedPlace,
  licenseAt,
  surplusBrokerWords,
} from '../../../platform/config/agency.ts'
import { statedCarrier } from '../../../platform/config/desk-carriers.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import {
  type Source,
  type SourcedAnswers,
  type SourcedFields,
  type SourcedTree,
  treeWithSources,
  withSources,
} from '../../../platform/values/sourced.ts'
import { purposesOf } from '../offers/evidence.ts'

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

const namedOnly = (terms: Ordered['terms']): Ordered['terms'] => {
  const { other_insureds: lines = [], ...rest } = terms
  const others = lines.length > 0 ? [{ label: UNNAMED_OWNERS, lines }] : []
  return { ...rest, interests: [...rest.interests, ...others] }
}

const surplusWords = ({ config, clock }: App, place: LicensedPlace): string[] => {
  const broker = surplusBrokerWords(config, place.state, clock.now())
  return [
    ...surplusNotices(place).map(({ text }) => text),
    broker === null ? 'Surplus lines broker license: not stated.' : `Surplus lines broker: ${broker}.`,
  ]
}

const settingsOf = ({ config }: App, carrierId: string) => {
  const endpoint = config.carriers.find(({ id }) => id === carrierId)
  return {
    endpoint,
    isSecondContract: endpoint?.contract2 !== undefined,
    stated: statedCarrier(config, carrierId),
  }
}
type CarrierSettings = ReturnType<typeof settingsOf>

/** A carrier of the first contract may know one insured only, so nobody is told that it insures the others. */
const namesOne = ({ endpoint, isSecondContract }: CarrierSettings): boolean =>
  endpoint !== undefined && !isSecondContract

export const mayNameOneOnly = (app: App, carrierId: string): boolean => namesOne(settingsOf(app, carrierId))

const requestOf = (
  app: App,
  { order_id, offer, place, effective_date, signature, property, billing, ...ordered }: Ordered,
  { isSecondContract }: CarrierSettings,
): BindRequest => {
  const { answers, documents, insured: who, answerSources, details, reports } = ordered
  const { applicants, interests } = details
  const more = treeWithSources<OrderDetails>(isSecondContract ? details : { applicants, interests })
  const home = property && withSources<PostalAddress>(property)
  return {
    request_id: order_id,
    today: dayIn(place.state, app.clock.now()),
    quote_number: offer.quote_number,
    annual_price: offer.annual_price,
    effective_date,
    insured: who.insured,
    ...(home && { property: home.values }),
    sources: {
      ...who.sources,
      ...(home && under('property', home.sources)),
      ...answerSources,
      ...more.sources,
    },
    signature,
    billing: { bill_to: billing.bill_to, plan_id: billing.plan_id },
    ...(answers && { answers }),
    ...(documents && { documents }),
    ...more.values,
    ...(isSecondContract && { contract: 2, permitted_purposes: purposesOf(reports) }),
  }
}

const termsOf = (
  app: App,
  { offer, place, terms, signature, consent_id, insured: { insured }, billing }: Ordered,
  settings: CarrierSettings,
): OrderFacts['terms'] => {
  const { stated } = settings
  const { quote_number, carrier, illustrative = true, fees = [], taxes = [] } = offer
  const charges = [...fees, ...taxes]
  const now = app.clock.now()
  const npn = licenseAt(app.config.licenses ?? [], place, now)?.npn
  const { address, naic } = stated ?? {}
  const info = stated && carrierInfoOf(stated.facts)
  return {
    ...(namesOne(settings) ? namedOnly(terms) : terms),
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
  }
}

export const orderFacts = (app: App, ordered: Ordered): OrderFacts => {
  const settings = settingsOf(app, ordered.carrier_id)
  return { request: requestOf(app, ordered, settings), terms: termsOf(app, ordered, settings) }
}
