import fc from 'fast-check'
import type { AutoLimits, UmbrellaRisk } from '../../../src/agency/carriers/umbrella/carrier.ts'

/** Thousands, as policies write them. */
export const auto = (per_person: number, per_accident: number, property_damage: number): AutoLimits => ({
  per_person: per_person * 1000,
  per_accident: per_accident * 1000,
  property_damage: property_damage * 1000,
})

/** From the lowest; null: not told. */
export const autoLadder: readonly (AutoLimits | null)[] = [
  null,
  auto(25, 50, 25),
  auto(100, 300, 50),
  auto(250, 500, 100),
  auto(500, 500, 100),
]

const PLACES =
  'AK 99501 CA 90210 CA 00000 FL 33101 IA 50309 MD 21201 NY 10001 NY 14850 SC 29401 TX 77002 WV 25301'
const places = [...PLACES.matchAll(/(..) (\d+)/g)].map(([, state = '', zip = '']) => ({ state, zip }))

const count = (max: number) => fc.integer({ min: 0, max })

/** Many of them are declined by one carrier or another. */
export const anyHousehold: fc.Arbitrary<UmbrellaRisk> = fc
  .record({
    place: fc.constantFrom(...places),
    coverage_limit: fc.oneof(
      fc.constantFrom(1, 2, 3, 4, 5, 10).map(millions => millions * 1_000_000),
      fc.integer({ min: 250_000, max: 6_000_000 }),
    ),
    applicant_age: fc.integer({ min: 16, max: 99 }),
    vehicle_count: count(8),
    motorcycles: count(2),
    antique_vehicles: count(2),
    jet_skis: fc.constantFrom(0, 0, 1, 2, 4),
    large_watercraft: fc.constantFrom(0, 0, 1, 2, 4),
    property_count: count(7),
    non_us_property_count: fc.constantFrom(0, 0, 0, 1),
    driver_count: count(7),
    drivers_under_22: fc.constantFrom(0, 0, 1, 2, 3),
    drivers_over_70: count(2),
    moving_violations: fc.constantFrom(0, 0, 0, 1, 2, 3),
    at_fault_accidents: fc.constantFrom(0, 0, 0, 1, 2),
    auto_limits: fc.constantFrom(...autoLadder),
    home_liability_limit: fc.constantFrom(null, 100_000, 300_000, 500_000),
    liability_loss_in_last_5_years: fc.constantFrom(false, false, false, true),
  })
  .map(({ place, ...rest }) => ({ ...place, ...rest }))
