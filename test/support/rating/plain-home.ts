import type { HomeQuoteRequest, HomeRisk } from '../../../src/agency/carriers/homeowners/carrier.ts'
import { requestOf } from '../carriers/request-of.ts'

/** The home of the rate studies: $300,000 to rebuild, $1,000 deductible, nothing that moves a price. */
const plainHome: HomeRisk = {
  property_id: 'prop_plain',
  product: 'standard',
  state: 'OH',
  zip: '43215',
  home_ownership: 'owned_primary',
  property_type: 'single_family',
  rental_status: 'not_rented',
  new_purchase: false,
  home_sqft: 1800,
  build_year: 1992,
  roof_year: 2015,
  roof_type: 'asphalt_shingle',
  roof_shape: 'gable',
  siding_type: 'vinyl',
  heating_type: 'gas_hot_air',
  construction_quality: 'standard',
  swimming_pool: false,
  trampoline: false,
  dog_bite_history: false,
  has_fire_alarm: false,
  has_burglar_alarm: false,
  has_sprinklers: false,
  hurricane_resistant_windows: false,
  claims_last_5_years: 0,
  continuously_insured_years: 3,
  deductible_preference: 1000,
  replacement_cost: 300_000,
  insurance_score_allowed: false,
}

export const requestFor = (risk: Partial<HomeRisk> = {}): HomeQuoteRequest =>
  requestOf({ request_id: 'req_plain', today: '2025-09-30' }, { ...plainHome, ...risk })
