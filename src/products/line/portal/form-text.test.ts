import { describe, expect, test } from 'vitest'
import { applicantFields, homeFields } from '../../homeowners/application/fields.ts'
import type { Field } from '../fields/field.ts'
import { readValue } from '../fields/read-value.ts'
import { textFromValue, valueFromText } from './form-text.ts'

const { birthday } = applicantFields
const { roof_date, home_sqft, new_purchase, roof_type, policy_expire } = homeFields

describe('what a person types', () => {
  test.each<[Field, string, unknown]>([
    [birthday, '4/12/1980', '1980-04-12'],
    [birthday, '04-12-1980', '1980-04-12'],
    [birthday, ' 1980-04-12 ', '1980-04-12'],
    [birthday, 'May 17, 1971', '1971-05-17'],
    [birthday, '17 May 1971', '1971-05-17'],
    [birthday, 'Sept. 3rd 1971', '1971-09-03'],
    [birthday, '17 de mayo de 1971', '1971-05-17'],
    [birthday, 'mayo 17, 1971', '1971-05-17'],
    [birthday, '1 de Enero del 2000', '2000-01-01'],
    [roof_date, '2018', '2018-01-01'],
    [home_sqft, '1,800', 1800],
    [home_sqft, '1800 sq ft', 1800],
    [new_purchase, 'yes', true],
    [new_purchase, 'no', false],
    [roof_type, 'tile', 'tile'],
  ])('%s', (field, text, value) => {
    if (field.kind === 'list') throw new Error('a list is not typed')
    expect(readValue(field, valueFromText(field, text))).toEqual({ kind: 'value', value })
  })

  test.each<[Field, string]>([
    [birthday, '13/40/1980'],
    [birthday, 'April'],
    [birthday, 'May 32, 1971'],
    [birthday, 'Ma 17, 1971'],
    [birthday, 'mayonnaise 17, 1971'],
    [home_sqft, 'large'],
    [new_purchase, 'maybe'],
  ])('%s is refused, not guessed at', (field, text) => {
    if (field.kind === 'list') throw new Error('a list is not typed')
    expect(readValue(field, valueFromText(field, text)).kind).toBe('refused')
  })

  test('what is stored comes back as it would be typed', () => {
    expect([
      textFromValue(new_purchase, true),
      textFromValue(new_purchase, false),
      textFromValue(home_sqft, 1800),
      textFromValue(roof_type, undefined),
      textFromValue(roof_date, '2018-01-01'),
      textFromValue(roof_date, '2018-06-30'),
      textFromValue(policy_expire, '2027-01-01'),
    ]).toEqual(['yes', 'no', '1800', '', '2018', '6/30/2018', '2027-01-01'])
  })
})
