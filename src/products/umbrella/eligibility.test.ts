import { expect, test } from 'vitest'
import { ineligibleReasons } from './eligibility.ts'
import type { UmbrellaAnswers } from './fields.ts'

const served = ['IL']

test.each<[UmbrellaAnswers, string]>([
  [{ felony: true }, 'felony'],
  [{ reckless_driving_conviction: true }, 'reckless driving'],
  [{ professional_entertainer_or_public_figure: true }, 'Public figures'],
  [{ household_open_claim: true }, 'open'],
  [{ four_or_more_losses_over_25k: true }, '$25,000'],
  [{ liability_loss_over_50k: true }, '$50,000'],
  [{ auto_has_insurance: false, vehicle_count: 1 }, 'Insure each car'],
  [{ vehicle_count: 6, motorcycles: 3, antique_vehicles: 2 }, 'at most 10 cars'],
  [{ property_count: 8, non_us_property_count: 3 }, '10 homes'],
  [{ state: 'CA' }, 'California'],
])('%j is ineligible, and told why', (answers, words) => {
  const reasons = ineligibleReasons(answers, served)
  expect(reasons).toEqual([expect.stringContaining(words)])
})

test.each<UmbrellaAnswers>([
  {},
  { felony: false, state: 'IL', auto_has_insurance: false, vehicle_count: 0 },
  { vehicle_count: 10, property_count: 10 },
  { moving_violations: 9, at_fault_accidents: 9, non_us_property_count: 1, drivers_under_22: 4 },
  { liability_loss_in_last_5_years: true, liability_loss_over_50k: false },
])('%j is left to the carriers', answers => {
  expect(ineligibleReasons(answers, served)).toEqual([])
})

test('every reason is told', () => {
  expect(ineligibleReasons({ felony: true, household_open_claim: true, state: 'CA' }, served)).toHaveLength(3)
})
