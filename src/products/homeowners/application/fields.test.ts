import { expect, test } from 'vitest'
import type { Field } from '../../line/fields/field.ts'
import { applicantFields, homeFieldNames, homeFields } from './fields.ts'

test('every field has a label and a description for a person', () => {
  const fields: Field[] = [...Object.values(applicantFields), ...Object.values(homeFields)]
  for (const { label, description } of fields) {
    expect(label).toMatch(/^[A-Z]/)
    expect(description).toMatch(/^[A-Z].*\.$/)
  }
})

test('no alias is the name of a field', () => {
  for (const fields of [applicantFields, homeFields]) {
    const names = Object.keys(fields)
    const aliases = Object.values(fields as Record<string, Field>).flatMap(field => field.aliases)
    expect(names.filter(name => aliases.includes(name))).toEqual([])
  }
})

test('the keys of a home are those of the contract', () => {
  expect(homeFieldNames.join(' ')).toBe(
    'street city state zip home_ownership property_type new_purchase rental_status home_sqft build_date purchase_date roof_date roof_type roof_shape siding_type heating_type construction_quality stories bathroom_count half_bathroom_count resident_count continuously_insured claims_last_5_years losses prior_carrier lapse_days deductible_preference dwelling_coverage personal_property loss_of_use personal_liability medical_payments deductible_percent wind_hail_percent water_backup ordinance_or_law service_line roof_settlement scheduled_items swimming_pool pool_fenced trampoline dog_bite_history dogs business_on_premises vacant under_renovation has_fire_alarm has_burglar_alarm has_sprinklers has_basement has_attached_garage has_circuit_breakers central_air_conditioning hurricane_resistant_windows replacement_plumbing_system replacement_electrical replacement_heating_system policy_expire closing_date ownership ownership_name loans',
  )
})
