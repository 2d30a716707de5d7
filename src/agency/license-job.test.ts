import { expect, test } from 'vitest'
import { DAY, later } from '../platform/lib/clock.ts'
import { dayInZone, zoneOf } from '../platform/lib/local-day.ts'
import { plusDays } from '../platform/values/calendar.ts'
import { licenseNotices } from './license-job.ts'
import { states } from './rating/plan.ts'

test('the job on licenses meets each day once in every state, also when its clocks change', () => {
  const [minute = '', hour = ''] = licenseNotices.cron?.split(' ') ?? []
  const first = new Date(`2027-01-01T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:00Z`)
  for (const zone of new Set(states.map(zoneOf))) {
    const day = dayInZone(zone, first)
    for (let runs = 1; runs < 366; runs++)
      expect([zone, dayInZone(zone, later(first, runs * DAY))]).toEqual([zone, plusDays(day, runs)])
  }
})
