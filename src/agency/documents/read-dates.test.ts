import { describe, expect, test } from 'vitest'
import { periodsIn, withoutDates } from './read-dates.ts'

const year = { from: '2026-03-01', to: '2027-03-01' }

describe('the policy period', () => {
  test.each([
    'Policy Period: 03/01/2026 to 03/01/2027',
    'Policy period 3/1/26 - 3/1/27 12:01 a.m. standard time',
    'POLICY TERM\nFROM March 1, 2026 TO March 1, 2027',
    'Effective Date: 03-01-2026\nExpiration Date: 03-01-2027',
    'Policy Period Effective Mar 1, 2026 Expires Mar 1, 2027',
    'Coverage period: 2026-03-01 through 2027-03-01',
    'Term: 1 March 2026 – 1 March 2027',
    'Policy period: Mar. 1st, 2026 until Mar. 1st, 2027',
  ])('is found in %j', text => {
    expect(periodsIn(text)).toContainEqual(year)
  })

  test.each([
    ['without a label', '03/01/2026 to 03/01/2027'],
    ['the wrong way round', 'Policy period 03/01/2027 to 03/01/2026'],
    ['as short as a bill', 'Effective 03/01/2026 to 03/10/2026'],
    ['as long as a life', 'Effective 03/01/1990 to 03/01/2027'],
    ['when the second date is something else', 'Effective 03/01/2026. Payment due 04/01/2026'],
    ['of days that do not exist', 'Policy period 02/30/2026 to 13/01/2027'],
    ['far from its label', `Policy period ${'x'.repeat(200)} 03/01/2026 to 03/01/2027`],
    ['inside longer numbers', 'Policy term 103/01/2026 to 03/01/20271'],
  ])('is not made up %s', (_name, text) => {
    expect(periodsIn(text)).toEqual([])
  })
})

test('without its dates a line has no numbers that look like limits', () => {
  expect(withoutDates('limits 10/15/2026 250/500/100 January 5, 2026').replaceAll(/ +/g, ' ')).toBe(
    'limits 250/500/100 ',
  )
})

test('months without a space between them, as many as a document may have, take no time', () => {
  const months = 'jan'.repeat(70_000)
  expect(withoutDates(months)).toBe(months)
})
