import { Ajv } from 'ajv'
import Type, { type TSchema } from 'typebox'
import { lazily } from '../../../platform/lib/lazily.ts'
import type { BindRequest, Insured } from '../contract/bind.ts'
import type { OrderDetails } from '../contract/details.ts'
import type { DocumentDelivery, OrderDocument } from '../contract/documents.ts'
import { momentSchema } from '../contract/parse-later.ts'
import { billToNames } from '../contract/payment-terms.ts'
import type { HomeQuoteRequest as HomeQuote, HomeRisk } from '../homeowners/carrier.ts'
import type { AutoLimits, UmbrellaQuoteRequest as UmbrellaQuote, UmbrellaRisk } from '../umbrella/carrier.ts'
import {
  anyText,
  count,
  DAY_PATTERN,
  day,
  type FieldsOf,
  flag,
  namedInOrder,
  orderDetailSchemas,
  postalAddress,
  quoteDetailSchemas,
  wholeDollars,
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
  property_id: anyText,
  product: Type.Enum(['standard', 'condo', 'landlord']),
  state: anyText,
  zip: anyText,
  home_ownership: anyText,
  property_type: anyText,
  rental_status: anyText,
  new_purchase: flag,
  home_sqft: count,
  build_year: count,
  roof_year: count,
  roof_type: anyText,
  roof_shape: optional(anyText),
  siding_type: optional(anyText),
  heating_type: optional(anyText),
  construction_quality: anyText,
  swimming_pool: flag,
  trampoline: flag,
  dog_bite_history: flag,
  has_fire_alarm: flag,
  has_burglar_alarm: flag,
  has_sprinklers: flag,
  hurricane_resistant_windows: flag,
  claims_last_5_years: count,
  continuously_insured_years: count,
  deductible_preference: wholeDollars,
  replacement_cost: wholeDollars,
  insurance_score_allowed: Type.Boolean({
    description: 'If false, no credit-based score may be used for the offer or the decline.',
  }),
  losses: optional(
    Type.Array(
      Type.Object({
        date: optional(anyText),
        cause: optional(anyText),
        amount_paid: optional(Type.Number({ minimum: 0 })),
        open: optional(flag),
      }),
    ),
  ),
  prior_carrier: optional(anyText),
  lapse_days: optional(count),
  dogs: optional(Type.Array(Type.Object({ breed: optional(anyText), bite_history: optional(flag) }))),
  pool_fenced: optional(flag),
  business_on_premises: optional(flag),
  vacant: optional(flag),
  under_renovation: optional(flag),
  ownership: optional(anyText),
}

const autoLimits: FieldsOf<AutoLimits> = {
  per_person: wholeDollars,
  per_accident: wholeDollars,
  property_damage: wholeDollars,
}

const umbrellaRisk: FieldsOf<UmbrellaRisk> = {
  state: anyText,
  zip: anyText,
  coverage_limit: wholeDollars,
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
  home_liability_limit: Type.Union([wholeDollars, Type.Null()]),
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
  full_name: anyText,
  email: anyText,
  phone_number: optional(anyText),
  birthday: day,
  address: optional(Type.Object(postalAddress)),
  mailing_address: optional(anyText),
}

const sandbox = optional(Type.Literal(true, { description: 'A rehearsal. Issue no real policy.' }))

const signature = Type.Union([
  Type.Object({
    kind: Type.Enum(['person']),
    signed_name: anyText,
    signed_at: momentSchema,
    proof: Type.Enum(['portal_session']),
    statement_version: anyText,
    sandbox,
  }),
  Type.Object({
    kind: Type.Enum(['operator_attestation', 'assistant_attestation']),
    attested_by: anyText,
    attested_at: momentSchema,
    statement_version: anyText,
    sandbox,
  }),
])

const file = { type: anyText, filename: anyText, media_type: anyText, size_bytes: count, sha256: anyText }
const orderDocument: FieldsOf<OrderDocument> = { document_id: anyText, ...file }

const order: FieldsOf<Omit<BindRequest, keyof OrderDetails | 'contract' | 'permitted_purposes'>> = {
  request_id: requestId,
  today,
  quote_number: anyText,
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
      { bill_to: Type.Enum([...billToNames]), plan_id: Type.Union([anyText, Type.Null()]) },
      { description: 'Who is billed, and by which of the plans of your offer.' },
    ),
  ),
  answers: optional(Type.Record(Type.String(), Type.Unknown())),
  documents: optional(Type.Array(Type.Object(orderDocument))),
}

const delivery: FieldsOf<DocumentDelivery> = {
  request_id: requestId,
  quote_number: anyText,
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
