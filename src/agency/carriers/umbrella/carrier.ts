import Type, { type Static, type TObject } from 'typebox'
import type { QuoteRequest } from '../../../platform/values/sourced.ts'
import type { Decline } from '../contract/answers.ts'
import type { Carrier, Mode } from '../contract/carrier.ts'
import {
  anyText,
  type Contract2,
  count,
  flag,
  type Message,
  type QuoteDetails,
  wholeDollars,
} from '../contract/details.ts'
import type { DocumentDelivery, DocumentReceipt } from '../contract/documents.ts'
import { dollarAmount, oneLine, priceFactorList, validUntilSchema } from '../contract/parse-answer.ts'
import { paymentTermsPart } from '../contract/payment-terms.ts'

const autoLimits = {
  per_person: wholeDollars,
  per_accident: wholeDollars,
  property_damage: wholeDollars,
}
export type AutoLimits = Message<TObject<typeof autoLimits>>

export const umbrellaRisk = {
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
export type UmbrellaRisk = Message<TObject<typeof umbrellaRisk>>

export type UmbrellaQuoteRequest = QuoteRequest<UmbrellaRisk> & Partial<Contract2<QuoteDetails>>

const price = dollarAmount(1, 1_000_000)
const limit = dollarAmount(0, 100_000_000)

export const UmbrellaOffer = Type.Object({
  kind: Type.Enum(['offer']),
  annual_price: price,
  coverage_limit: dollarAmount(1, 100_000_000),
  is_estimate: Type.Boolean(),
  price_range: Type.Object({ low: price, high: price }),
  minimum_auto_limits: Type.Object({ per_person: limit, per_accident: limit, property_damage: limit }),
  minimum_home_liability_limit: limit,
  quote_number: oneLine(80),
  valid_until: Type.Optional(validUntilSchema),
  price_factors: priceFactorList,
  display_notes: Type.Array(oneLine(300), { maxItems: 20 }),
  ...paymentTermsPart,
})
export type UmbrellaOffer = Static<typeof UmbrellaOffer>

export type UmbrellaAnswer = UmbrellaOffer | Decline

export type Workflow = 'agency_pay' | 'carrier_direct'

export type UmbrellaCarrier<M extends Mode = Mode> = Carrier<UmbrellaQuoteRequest, UmbrellaAnswer, M> & {
  workflow: Workflow
  requiresSignature: boolean
  takeDocument(document: DocumentDelivery): Promise<DocumentReceipt>
}

export type InventedUmbrellaCarrier<M extends Mode = Mode> = Omit<UmbrellaCarrier<M>, 'quote'> & {
  quote(request: UmbrellaQuoteRequest): Promise<UmbrellaAnswer>
}
