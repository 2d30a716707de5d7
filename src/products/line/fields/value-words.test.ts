import { expect, test } from 'vitest'
import { type HomeFieldName, homeFields } from '../../homeowners/application/fields.ts'
import { sourceWords, valueWords } from './value-words.ts'

test.each([
  ['roof_type', 'architectural_shingle', 'Architectural shingle'],
  ['property_type', 'co_op', 'Co-op'],
  ['swimming_pool', false, 'No'],
  ['home_sqft', 1800, '1,800 square feet'],
  ['deductible_preference', 2500, '$2,500'],
  ['continuously_insured', 1, '1 year'],
  ['stories', 2, '2'],
  ['build_date', '1995-01-01', '1995'],
  ['build_date', '1995-06-30', 'June 30, 1995'],
  ['policy_expire', '2026-01-01', 'January 1, 2026'],
  [
    'loans',
    [{ rank: 1, escrow: true, lender_name: 'First Bank', loan_number: '7' }, { lender_name: 'Quay' }],
    'Lender: First Bank, Loan number: 7, Rank: 1, Escrow: Yes; Lender: Quay',
  ],
  [
    'losses',
    [{ date: '2024-02-01', cause: 'wind_hail', amount_paid: 4000, open: false }],
    'Date: February 1, 2024, Cause: Wind or hail, Amount paid: $4,000, Open: No',
  ],
  ['loans', [{}, { lender_name: 'Quay' }], 'No details; Lender: Quay'],
  ['loans', [{}], 'No details'],
  ['dogs', [], 'None'],
  ['street', '1 Elm Street', '1 Elm Street'],
  ['roof_shape', undefined, 'Unknown'],
])('%s %j is "%s"', (name, value, words) => {
  expect(valueWords(name, homeFields[name as HomeFieldName], value)).toBe(words)
})

test('a source is told in words, known or not', () => {
  expect(sourceWords('service_model')).toBe('Our own estimate')
  expect(sourceWords('county_assessor')).toBe('County assessor')
  expect(sourceWords('constructor')).toBe('Constructor')
})
