import { expect, test } from 'vitest'
import { autoLimits, money } from '../../products/line/fields/field.ts'
import { readValue } from '../../products/line/fields/read-value.ts'
import { centsIn, dollarsIn } from './money.ts'

test.each([
  [2_500_000, 2_500_000],
  ['2,500,000', 2_500_000],
  ['$2.5M', 2_500_000],
  [' $ 2.5 million ', 2_500_000],
  ['750k', 750_000],
  ['1.1m', 1_100_000],
  ['1.25bn', 1_250_000_000],
  ['$1,000.00', 1000],
  ['3000000 dollars', 3_000_000],
  ['0', 0],
])('%s is %i dollars', (raw, dollars) => {
  expect(dollarsIn(raw)).toBe(dollars)
})

test.each([
  '',
  'a lot',
  '-5',
  '1,00,000',
  '12.50',
  '2.5.1M',
  '$',
  'M',
  1.5,
  Number.NaN,
  1e300,
  true,
  null,
  {},
])('%s is no amount of whole dollars', raw => {
  expect(dollarsIn(raw)).toBeNull()
})

test.each([
  ['125.50', 12_550],
  ['25', 2500],
  ['0.05', 5],
  ['0', 0],
  ['$1,234.50', 123_450],
  [' $ 1,234,567 ', 123_456_700],
])('%s is %i cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})

test.each([
  '',
  '$',
  'a lot',
  '-5',
  '1,2,3.00',
  '1,00,000',
  '12.5',
  '12.505',
  '.50',
  '2k',
  '9,999,999,999,999,999',
])('%s is no amount of dollars and cents', text => {
  expect(centsIn(text)).toBeNull()
})

test('an amount between two steps is refused with the next one', () => {
  const limit = money('Limit', '', { minimum: 1e6, maximum: 10e6, step: 1e6 })
  expect(readValue(limit, '$2M')).toEqual({ kind: 'value', value: 2e6 })
  expect(readValue(limit, '1.5M')).toMatchObject({ refusal: { did_you_mean: '2000000' } })
  expect(readValue(limit, 11e6)).toMatchObject({ refusal: { code: 'too_large' } })
})

test.each([
  ['250_500_100', '250_500_100'],
  ['250/500/100', '250_500_100'],
  ['250000_500000_100000', '250_500_100'],
])('car limits %s are %s', (raw, value) => {
  expect(readValue(autoLimits('Limits', ''), raw)).toEqual({ kind: 'value', value })
})

test.each(['250_500', '500_250_100', 'high', 250])('car limits %s are refused', raw => {
  expect(readValue(autoLimits('Limits', ''), raw)).toMatchObject({ kind: 'refused' })
})
