import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { agencyDay } from './agency-day.ts'

test('the agency’s day is the one in its time zone, or in UTC if it names none', () => {
  const clock = { now: () => new Date('2026-11-19T01:00:00Z') }
  const day = (AGENCY_TIME_ZONE: string) => agencyDay({ config: readConfig({ AGENCY_TIME_ZONE }), clock })
  expect(day('America/New_York')).toBe('2026-11-18')
  expect(day('Pacific/Honolulu')).toBe('2026-11-18')
  expect(day('')).toBe('2026-11-19')
})

test.each(['Honolulu', 'EST5EDT4', 'New York'])('a time zone that is none stops the start: %s', zone => {
  expect(() => readConfig({ AGENCY_TIME_ZONE: zone })).toThrow(
    `AGENCY_TIME_ZONE must be a time zone such as America/New_York, not "${zone}".`,
  )
})
