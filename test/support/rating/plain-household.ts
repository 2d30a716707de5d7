import type { UmbrellaQuoteRequest, UmbrellaRisk } from '../../../src/agency/carriers/umbrella/carrier.ts'
import { requestOf } from '../carriers/request-of.ts'

/** The household of the price guides: one home, one car, nothing that moves a price. */
const plainHousehold: UmbrellaRisk = {
  state: 'OR',
  zip: '97201',
  coverage_limit: 1_000_000,
  applicant_age: 45,
  vehicle_count: 1,
  motorcycles: 0,
  antique_vehicles: 0,
  jet_skis: 0,
  large_watercraft: 0,
  property_count: 1,
  non_us_property_count: 0,
  driver_count: 2,
  drivers_under_22: 0,
  drivers_over_70: 0,
  moving_violations: 0,
  at_fault_accidents: 0,
  auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
  home_liability_limit: 500_000,
  liability_loss_in_last_5_years: false,
}

export const householdRequest = (risk: Partial<UmbrellaRisk> = {}): UmbrellaQuoteRequest =>
  requestOf({ request_id: 'req_household', today: '2026-01-02' }, { ...plainHousehold, ...risk })
