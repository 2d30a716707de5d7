import { Ajv } from 'ajv'
import Type, { type TSchema } from 'typebox'
import { lazily } from '../../lib/lazily.ts'
import type { BindRequest, Insured } from '../contract/bind.ts'
import type { OrderDetails } from '../contract/details.ts'
import type { DocumentDelivery, OrderDocument } from '../contract/documents.ts'
import { momentSchema } from '../contract/parse-later.ts'
import { billToNames } from '../contract/payment-terms.ts'
import type { HomeQuoteRequest as HomeQuote, HomeRisk } from '../homeowners/carrier.ts'
import type { AutoLimits, UmbrellaQuoteRequest as UmbrellaQuote, UmbrellaRisk } from '../umbrella/carrier.ts'
import {
  count,
  DAY_PATTERN,
  day,
  dollars,
  type FieldsOf,
  flag,
  namedInOrder,
  orderDetailSchemas,
  postalAddress,
  quoteDetailSchemas,
  text,
} from './detail-schemas.ts'

const requestId = Type.String({ description: 'The same for every attempt. The answer repeats it.' })
const today = Type.String({
  pattern: DAY_PATTERN,
  description: 'The day of the request in the state of the risk.',
})
const { Optional: optional } = Type

const sources = Type.Record(
  Type.String(),
  Type.Object({
    kind: Type.Enum(['person', 'operator', 'assistant', 'staff', 'estimate', 'service_estimate', 'derived']),
  }),
  { description: 'For each value, who stated it, or the rule that produced it.' },
)

const homeRisk: FieldsOf<HomeRisk> = {
  property_id: text,
  product: Type.Enum(['standard', 'condo', 'landlord']),
  state: text,
  zip: text,
  home_ownership: text,
  property_type: text,
  rental_status: text,
  new_purchase: flag,
  home_sqft: count,
  build_year: count,
  roof_year: count,
  roof_type: text,
  roof_shape: optional(text),
  siding_type: optional(text),
  heating_type: optional(text),
  construction_quality: text,
  swimming_pool: flag,
  trampoline: flag,
  dog_bite_history: flag,
  has_fire_alarm: flag,
  has_burglar_alarm: flag,
  has_sprinklers: flag,
  hurricane_resistant_windows: flag,
  claims_last_5_years: count,
  continuously_insured_years: count,
  deductible_preference: dollars,
  replacement_cost: dollars,
  insurance_score_allowed: Type.Boolean({
    description: 'If false, no credit-based score may be used for the offer or the decline.',
  }),
  losses: optional(
    Type.Array(
      Type.Object({
        date: optional(text),
        cause: optional(text),
        amount_paid: optional(Type.Number({ minimum: 0 })),
        open: optional(flag),
      }),
    ),
  ),
  prior_carrier: optional(text),
  lapse_days: optional(count),
  dogs: optional(Type.Array(Type.Object({ breed: optional(text), bite_history: optional(flag) }))),
  pool_fenced: optional(flag),
  business_on_premises: optional(flag),
  vacant: optional(flag),
  under_renovation: optional(flag),
  ownership: optional(text),
}

const autoLimits: FieldsOf<AutoLimits> = {
  per_person: dollars,
  per_accident: dollars,
  property_damage: dollars,
}

const umbrellaRisk: FieldsOf<UmbrellaRisk> = {
  state: text,
  zip: text,
  coverage_limit: dollars,
  applicant_age: count,
  vehicle_count: count,
  motorcycles: count,
  antique_vehicles: count,
  jet_skis: count,
  large_watercraft: count,
  property_count: count,
  non_us_property_count: count,
  driver_count: count,
  drivers_under_22: count,
  drivers_over_70: count,
  moving_violations: count,
  at_fault_accidents: count,
  auto_limits: Type.Union([Type.Object(autoLimits), Type.Null()]),
  home_liability_limit: Type.Union([dollars, Type.Null()]),
  liability_loss_in_last_5_years: flag,
}

const asked = (risk: Record<string, TSchema>) => ({
  request_id: requestId,
  today,
  risk: Type.Object(risk),
  sources,
})

const quoteRequests = (risk: Record<string, TSchema>) => ({
  first: Type.Object(asked(risk)),
  second: Type.Object({ ...asked(risk), ...quoteDetailSchemas }),
})

export const homeQuoteRequests = quoteRequests(homeRisk)
export const umbrellaQuoteRequests = quoteRequests(umbrellaRisk)

const insured: FieldsOf<Insured> = {
  full_name: text,
  email: text,
  phone_number: optional(text),
  birthday: day,
  address: optional(Type.Object(postalAddress)),
  mailing_address: optional(text),
}

const sandbox = optional(Type.Literal(true, { description: 'A rehearsal. Issue no real policy.' }))

const signature = Type.Union([
  Type.Object({
    kind: Type.Enum(['person']),
    signed_name: text,
    signed_at: momentSchema,
    proof: Type.Enum(['portal_session']),
    statement_version: text,
    sandbox,
  }),
  Type.Object({
    kind: Type.Enum(['operator_attestation', 'assistant_attestation']),
    attested_by: text,
    attested_at: momentSchema,
    statement_version: text,
    sandbox,
  }),
])

const file = { type: text, filename: text, media_type: text, size_bytes: count, sha256: text }
const orderDocument: FieldsOf<OrderDocument> = { document_id: text, ...file }

const order: FieldsOf<Omit<BindRequest, keyof OrderDetails | 'contract' | 'permitted_purposes'>> = {
  request_id: requestId,
  today,
  quote_number: text,
  annual_price: Type.Integer({
    minimum: 1,
    description: 'The price that the insured agreed to. Bind at this price, or do not bind.',
  }),
  effective_date: day,
  insured: Type.Object(insured),
  property: optional(Type.Object(postalAddress)),
  sources: optional(sources),
  signature,
  billing: optional(
    Type.Object(
      { bill_to: Type.Enum([...billToNames]), plan_id: Type.Union([text, Type.Null()]) },
      { description: 'Who is billed, and by which of the plans of your offer.' },
    ),
  ),
  answers: optional(Type.Record(Type.String(), Type.Unknown())),
  documents: optional(Type.Array(Type.Object(orderDocument))),
}

const delivery: FieldsOf<DocumentDelivery> = {
  request_id: requestId,
  quote_number: text,
  ...file,
  content: Type.String({ description: 'The file in base64.' }),
}

export const orders = {
  first: Type.Object({ ...order, ...namedInOrder }),
  second: Type.Object({ ...order, ...orderDetailSchemas }),
}
export const Delivery = Type.Object(delivery)

const ajv = new Ajv()

const guard = <T>(schema: TSchema): ((value: unknown) => value is T) => {
  const check = lazily(() => ajv.compile<T>(schema))
  return (value): value is T => check()(value)
}

const guardByContract = <T>({ first, second }: { first: TSchema; second: TSchema }) => {
  const [isFirst, isSecond] = [guard<T>(first), guard<T>(second)]
  return (value: unknown): value is T =>
    (Object(value) as { contract?: unknown }).contract === undefined ? isFirst(value) : isSecond(value)
}

export const isHomeQuoteRequest = guardByContract<HomeQuote>(homeQuoteRequests)
export const isUmbrellaQuoteRequest = guardByContract<UmbrellaQuote>(umbrellaQuoteRequests)
export const isOrder = guardByContract<BindRequest>(orders)
export const isDelivery = guard<DocumentDelivery>(Delivery)
