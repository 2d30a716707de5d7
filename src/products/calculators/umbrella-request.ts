import Type, { type Static } from 'typebox'
import { closed, FiveDigitZip, ZipCode } from './schemas.ts'

export const MILLION = 1_000_000

const count = (description: string, usual = 0) =>
  Type.Integer({ minimum: 0, maximum: 20, default: usual, description, examples: [1] })

const HouseholdCounts = Type.Object({
  property_count: count('Homes and rentals owned.', 1),
  auto_count: count('Cars.', 1),
  antique_vehicles: count('Antique or collector vehicles.'),
  drivers_under_22: count('Drivers under 22.'),
  drivers_over_70: count('Drivers over 70.'),
  moving_violations: count('Moving violations in the household in the last three years.'),
  at_fault_accidents: count('At-fault accidents in the household in the last three years.'),
  large_watercraft: count('Boats of at least 26 feet or 50 horsepower.'),
  jet_skis: count('Jet skis.'),
  motorcycles: count('Motorcycles.'),
})
export type HouseholdCounts = Static<typeof HouseholdCounts>

export const usualHousehold: Readonly<HouseholdCounts> = {
  property_count: 1,
  auto_count: 1,
  antique_vehicles: 0,
  drivers_under_22: 0,
  drivers_over_70: 0,
  moving_violations: 0,
  at_fault_accidents: 0,
  large_watercraft: 0,
  jet_skis: 0,
  motorcycles: 0,
}

const desired_coverage_limit = Type.Integer({
  minimum: MILLION,
  maximum: 10 * MILLION,
  default: MILLION,
  description: 'Desired limit in dollars; rounded up to the next million.',
  examples: [2_000_000],
})

const current_auto_coverages = Type.String({
  pattern: '^[0-9]{1,8}_[0-9]{1,8}_[0-9]{1,8}$',
  description:
    'Auto liability limits as person_accident_property in thousands, such as 250_500_100; parts of 10000 or more are dollars',
  examples: ['250_500_100'],
})

export const UmbrellaCalculatorRequest = Type.Object(
  {
    zip: ZipCode,
    ...Type.Partial(HouseholdCounts).properties,
    desired_coverage_limit: Type.Optional(desired_coverage_limit),
    current_auto_coverages: Type.Optional(current_auto_coverages),
  },
  {
    $id: 'UmbrellaCalculatorRequest',
    ...closed,
    examples: [
      {
        zip: '94110',
        auto_count: 2,
        desired_coverage_limit: 2_000_000,
        current_auto_coverages: '250_500_100',
      },
    ],
  },
)
export type UmbrellaCalculatorRequest = Static<typeof UmbrellaCalculatorRequest>

export const UmbrellaInputs = Type.Object(
  {
    zip: FiveDigitZip,
    ...HouseholdCounts.properties,
    desired_coverage_limit,
    current_auto_coverages: Type.Optional(current_auto_coverages),
  },
  { ...closed, description: 'The request as understood, with defaults filled in.' },
)
export type UmbrellaInputs = Static<typeof UmbrellaInputs>
