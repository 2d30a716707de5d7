export const exampleIntake = {
  full_name: 'Ada Park',
  email: 'ada@example.com',
  phone_number: '415-555-0100',
  birthday: '1984-05-17',
  home: [
    {
      street: '12 Oak Street',
      city: 'San Francisco',
      state: 'CA',
      zip: '94110',
      home_ownership: 'owned_primary',
      property_type: 'single_family',
      new_purchase: false,
      home_sqft: 1800,
      build_date: '1962',
      roof_date: '2015-06-01',
      roof_type: 'architectural_shingle',
      siding_type: 'stucco',
      heating_type: 'gas_hot_air',
      field_estimates: [{ field: 'home_sqft', source: 'public_records', confidence: 'high' }],
    },
  ],
}
