import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts'
import { lifetimeText } from './urls.ts'

test.each([
  [365 * DAY, 'a year'],
  [30 * DAY, '30 days'],
  [DAY, '24 hours'],
  [2 * HOUR, '2 hours'],
  [HOUR, 'an hour'],
  [90 * MINUTE, '90 minutes'],
  [15 * MINUTE, '15 minutes'],
  [60 * SECOND, '60 seconds'],
  [90 * SECOND, '90 seconds'],
])('a lifetime of %d ms reads as %s', (milliseconds, text) => {
  expect(lifetimeText(milliseconds)).toBe(text)
})
