import { expect, test } from 'vitest'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/lib/clock.ts'
import { ageSince } from './labels.ts'

const since = new Date('2026-03-01T12:00:00Z')

test.each([
  [59 * SECOND, 'Just now'],
  [MINUTE, '1 minute'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [DAY - SECOND, '23 hours'],
  [3 * DAY, '3 days'],
])('after %i ms an age is in its largest unit: %s', (passed, words) => {
  expect(String(ageSince(since, later(since, passed)))).toContain(`>${words}</time>`)
})
