import type { QuoteRequest } from '../../../platform/values/sourced.ts'
import type { CreditPart, Decline, PriceFactor } from '../contract/answers.ts'
import type { Carrier, Mode } from '../contract/carrier.ts'
import type { Endorsements } from '../contract/coverages.ts'
import type { Contract2, QuoteDetails } from '../contract/details.ts'
import type { PaymentTerms } from '../contract/payment-terms.ts'

type HomeLoss = { date?: string; cause?: string; amount_paid?: number; open?: boolean }
type HomeDog = { breed?: string; bite_history?: boolean }

/** Rating facts only. Names, streets and birth dates come with contract 2, or with the order. */
export type HomeRisk = {
  property_id: string
  product: 'standard' | 'condo' | 'landlord'
  state: string
  zip: string
  home_ownership: string
  property_type: string
  rental_status: string
  new_purchase: boolean
  home_sqft: number
  build_year: number
  roof_year: number
  roof_type: string
  roof_shape?: string
  siding_type?: string
  heating_type?: string
  construction_quality: string
  swimming_pool: boolean
  trampoline: boolean
  dog_bite_history: boolean
  has_fire_alarm: boolean
  has_burglar_alarm: boolean
  has_sprinklers: boolean
  hurricane_resistant_windows: boolean
  claims_last_5_years: number
  continuously_insured_years: number
  deductible_preference: number
  replacement_cost: number
  insurance_score_allowed: boolean
  losses?: readonly HomeLoss[]
  prior_carrier?: string
  lapse_days?: number
  dogs?: readonly HomeDog[]
  pool_fenced?: boolean
  business_on_premises?: boolean
  vacant?: boolean
  under_renovation?: boolean
  ownership?: string
}

export type HomeQuoteRequest = QuoteRequest<HomeRisk> & Partial<Contract2<QuoteDetails>>

export type HomeOffer = CreditPart &
  PaymentTerms &
  Endorsements & {
    kind: 'offer'
    annual_price: number
    policy_form: 'HO-3' | 'HO-5' | 'HO-6' | 'DP-3'
    coverage_summary: string
    dwelling_coverage: number
    other_structures: number
    personal_property: number
    loss_of_use: number
    personal_liability: number
    medical_payments: number
    deductible: number
    wind_hail_deductible?: number
    /** The carrier's own cost to rebuild, where it states one. */
    replacement_cost?: number
    scheduled_property?: number
    quote_number: string
    /** Left out: 30 days. */
    valid_until?: string
    insurance_score: 'used' | 'not_used'
    price_factors: PriceFactor[]
  }

export type HomeAnswer = HomeOffer | Decline

export type HomeCarrier<M extends Mode = Mode> = Carrier<HomeQuoteRequest, HomeAnswer, M>

export type InventedHomeCarrier<M extends Mode = Mode> = Omit<HomeCarrier<M>, 'quote'> & {
  quote(request: HomeQuoteRequest): Promise<HomeAnswer>
}
