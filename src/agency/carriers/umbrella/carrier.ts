import type { QuoteRequest } from '../../../platform/values/sourced.ts'
import type { Decline, PriceFactor } from '../contract/answers.ts'
import type { Carrier, Mode } from '../contract/carrier.ts'
import type { Contract2, QuoteDetails } from '../contract/details.ts'
import type { DocumentDelivery, DocumentReceipt } from '../contract/documents.ts'
import type { PaymentTerms } from '../contract/payment-terms.ts'

export type AutoLimits = { per_person: number; per_accident: number; property_damage: number }

export type UmbrellaRisk = {
  state: string
  zip: string
  coverage_limit: number
  applicant_age: number
  vehicle_count: number
  motorcycles: number
  antique_vehicles: number
  jet_skis: number
  large_watercraft: number
  property_count: number
  non_us_property_count: number
  driver_count: number
  drivers_under_22: number
  drivers_over_70: number
  moving_violations: number
  at_fault_accidents: number
  auto_limits: AutoLimits | null
  home_liability_limit: number | null
  liability_loss_in_last_5_years: boolean
}

export type UmbrellaQuoteRequest = QuoteRequest<UmbrellaRisk> & Partial<Contract2<QuoteDetails>>

export type UmbrellaOffer = PaymentTerms & {
  kind: 'offer'
  annual_price: number
  coverage_limit: number
  is_estimate: boolean
  price_range: { low: number; high: number }
  minimum_auto_limits: AutoLimits
  minimum_home_liability_limit: number
  quote_number: string
  valid_until?: string
  price_factors: PriceFactor[]
  display_notes: string[]
}

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
