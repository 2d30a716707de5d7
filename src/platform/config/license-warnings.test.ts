import { expect, test } from 'vitest'
import { HOUR, later } from '../lib/clock.ts'
import { licenseWarnings, warningWords } from './license-warnings.ts'
import type { License } from './licenses-file.ts'

const license = (changes: Partial<License> = {}): License => ({
  state: 'IL',
  lines: ['homeowners'],
  number: '100200300',
  npn: '1234567',
  expires: '2027-03-31',
  surplus_lines: null,
  appointments: null,
  ...changes,
})

test.each([
  ['2027-01-29', 61, null],
  ['2027-01-30', 60, 60],
  ['2027-02-28', 31, 60],
  ['2027-03-01', 30, 30],
  ['2027-03-23', 8, 30],
  ['2027-03-24', 7, 7],
  ['2027-03-31', 0, 7],
  ['2027-04-01', -1, 0],
])('on %s, with %i days left, the notice is %s', (day, daysLeft, notice) => {
  // From midnight in Illinois to its last hour, in summer time as well.
  for (const passed of [0, 23 * HOUR - 1])
    expect(licenseWarnings([license()], later(new Date(`${day}T06:00:00Z`), passed))).toEqual(
      notice === null ? [] : [expect.objectContaining({ state: 'IL', line: 'homeowners', daysLeft, notice })],
    )
})

test('a renewal in the file ends the warning, for its line only', () => {
  const now = new Date('2027-03-25T12:00:00Z')
  const old = license({ lines: ['homeowners', 'umbrella'] })
  const renewed = license({ expires: '2029-03-31' })
  expect(licenseWarnings([old, renewed], now).map(({ line }) => line)).toEqual(['umbrella'])
  expect(licenseWarnings(null, now)).toEqual([])
})

test('the warning says what ends when and what to do', () => {
  const words = (day: string) => licenseWarnings([license()], new Date(`${day}T12:00:00Z`)).map(warningWords)
  expect(words('2027-03-24')).toEqual([
    'The homeowners license 100200300 in IL ends in 7 days, on 2027-03-31. Renew it and update LICENSES_FILE.',
  ])
  expect(words('2027-04-01')).toEqual([
    'The homeowners license 100200300 in IL expired after 2027-03-31. Nothing can be sold there until it is renewed.',
  ])
})
