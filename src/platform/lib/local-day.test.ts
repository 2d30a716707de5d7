import { expect, test } from 'vitest'
import { states } from '../../agency/rating/plan.ts'
import { dayEverywhere, dayIn, dayInZone } from './local-day.ts'

test('an evening in the west is the same day there, though London has the next', () => {
  const moment = new Date('2026-03-02T05:30:00Z')
  expect(dayIn('HI', moment)).toBe('2026-03-01')
  expect(dayIn('CA', moment)).toBe('2026-03-01')
  expect(dayIn('IL', moment)).toBe('2026-03-01')
  expect(dayIn('NY', moment)).toBe('2026-03-02')
})

test('every state has a day of its own, never more than one behind', () => {
  const noon = new Date('2026-07-15T12:00:00Z')
  for (const state of states) expect(dayIn(state, noon)).toBe('2026-07-15')
})

test('a day is over everywhere once it is over in Hawaii, after every other state', () => {
  for (const hour of [
    '2026-07-15T00:00:00Z',
    '2026-07-15T09:59:00Z',
    '2026-07-15T10:00:00Z',
    '2026-07-15T23:59:00Z',
  ]) {
    const moment = new Date(hour)
    expect(dayEverywhere(moment)).toBe(states.map(state => dayIn(state, moment)).toSorted()[0])
  }
  expect(dayEverywhere(new Date('2026-07-15T09:59:00Z'))).toBe('2026-07-14')
})

test('the day begins at midnight of the zone, whichever zone and moment came before', () => {
  const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Honolulu', 'UTC']
  const midnights = ['2026-03-01T05:00Z', '2026-03-01T18:15Z', '2026-03-01T10:00Z', '2026-03-02T00:00Z']
  for (const [at, zone] of zones.entries())
    for (const milliseconds of [-1, 0, -60_000, 59_999, -1]) {
      const moment = new Date(Date.parse(String(midnights[at])) + milliseconds)
      const days = zones.map(one => dayInZone(one, moment))
      expect(days).toEqual(
        zones.map(one => new Intl.DateTimeFormat('sv-SE', { timeZone: one }).format(moment)),
      )
      expect(dayInZone(zone, moment) < dayInZone(zone, new Date(String(midnights[at])))).toBe(
        milliseconds < 0,
      )
    }
})
