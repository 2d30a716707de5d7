import { expect, test } from 'vitest'
import { emptyHome, type Home } from './application.ts'
import { applicantContradictions, homeContradictions } from './contradictions.ts'

/** 8 p.m. on New Year’s Eve in Honolulu, 1 a.m. on New Year’s Day in New York. */
const now = new Date('2027-01-01T06:00:00Z')
const homeIn = (state: string, answers: Partial<Home> = {}): Home => ({ ...emptyHome(), state, ...answers })
const refused = (home: Home): string[] => homeContradictions(home, now).map(({ path }) => path)

test.each([
  ['built', 'build_date', { build_date: '2027-01-01', home_ownership: 'owned_primary' }],
  ['re-roofed', 'roof_date', { roof_date: '2027-01-01', home_ownership: 'owned_primary' }],
  ['bought', 'purchase_date', { purchase_date: '2027-01-01', new_purchase: false }],
] as const)('a home can be %s today where it is, and not tomorrow', (_what, path, answers) => {
  expect(refused(homeIn('NY', answers))).toEqual([])
  expect(refused(homeIn('HI', answers))).toEqual([path])
})

test('the last five years end today where the home is', () => {
  const answers = { claims_last_5_years: 0, losses: [{ date: '2022-01-01' }] }
  expect(refused(homeIn('NY', answers))).toEqual([])
  expect(refused(homeIn('HI', answers))).toEqual(['claims_last_5_years'])
})

test('an applicant turns 18 on the day where the first home is', () => {
  const refusedFor = (...states: string[]) =>
    applicantContradictions(
      { birthday: '2009-01-01' },
      states.map(state => homeIn(state)),
      now,
    ).map(({ path }) => path)
  expect(refusedFor('NY', 'HI')).toEqual([])
  expect(refusedFor('HI', 'NY')).toEqual(['birthday'])
  expect(refusedFor()).toEqual([])
})
