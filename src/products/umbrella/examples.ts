export const exampleIntake = {
  full_name: 'Ada Park',
  email: 'ada@example.com',
  phone_number: '415-555-0100',
  birthday: '1984-05-17',
  marital_status: 'single',
  license_state: 'CA',
  license_number: 'D1234567',
  address: { street: '12 Oak Street', city: 'San Francisco', state: 'CA', zip: '94110' },
  occupation: 'Engineer',
  net_worth_numeric: '$2.5M',
  desired_coverage_limit: 3_000_000,
  vehicle_count: 2,
  motorcycles: 0,
  antique_vehicles: 0,
  jet_skis: 0,
  large_watercraft: 0,
  property_count: 1,
  non_us_property_count: 0,
  additional_drivers: [],
  moving_violations: 0,
  at_fault_accidents: 0,
  current_auto_coverages: '250_500_100',
  auto_has_insurance: true,
  professional_entertainer_or_public_figure: false,
  household_open_claim: false,
  liability_loss_in_last_5_years: false,
  four_or_more_losses_over_25k: false,
  reckless_driving_conviction: false,
  felony: false,
}

export const exampleEstimates = [
  { field: 'net_worth_numeric', source: 'crm', confidence: 'medium' },
  { field: 'vehicle_count', source: 'policy_declarations', confidence: 'high' },
]

export const exampleToBind = {
  vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
  effective_date: '2027-01-01',
  prior_carrier: 'none',
}
