import { describe, expect, test } from 'vitest'
import { coverageStart, momentIn, startOfDay } from './coverage-start.ts'

describe('12:01 a.m. is local time', () => {
  test.each([
    ['NY', '2026-01-02', '2026-01-02T05:01:00.000Z'],
    ['NY', '2026-07-02', '2026-07-02T04:01:00.000Z'],
    ['IL', '2026-01-02', '2026-01-02T06:01:00.000Z'],
    ['AZ', '2026-07-02', '2026-07-02T07:01:00.000Z'],
    ['CA', '2026-07-02', '2026-07-02T07:01:00.000Z'],
    ['HI', '2026-01-02', '2026-01-02T10:01:00.000Z'],
  ])('%s, %s', (state, day, instant) => {
    expect(startOfDay(state, day).toISOString()).toBe(instant)
  })

  test.each([
    ['the day clocks go forward', '2026-03-08', '2026-03-08T06:01:00.000Z'],
    ['the day after', '2026-03-09', '2026-03-09T05:01:00.000Z'],
    ['the day clocks go back', '2026-11-01', '2026-11-01T05:01:00.000Z'],
    ['the day after that', '2026-11-02', '2026-11-02T06:01:00.000Z'],
  ])('%s, in Illinois', (_, day, instant) => {
    expect(startOfDay('IL', day).toISOString()).toBe(instant)
  })
})

describe('coverage never starts before it is bought', () => {
  const ordered = { state: 'IL', ordered_on: '2026-01-02' }
  const starts = (effective_date: string, issued_at: string): string =>
    coverageStart({ ...ordered, effective_date, issued_at: new Date(issued_at) }).toISOString()

  test('today, bought at 2 p.m.: from the minute of issue, rounded up', () => {
    expect(starts('2026-01-02', '2026-01-02T20:00:00.000Z')).toBe('2026-01-02T20:00:00.000Z')
    expect(starts('2026-01-02', '2026-01-02T20:00:00.001Z')).toBe('2026-01-02T20:01:00.000Z')
  })

  test('tomorrow: from 12:01 a.m.', () => {
    expect(starts('2026-01-03', '2026-01-02T20:00:00.000Z')).toBe('2026-01-03T06:01:00.000Z')
  })

  test('today, but the carrier issues the policy only the day after: from then', () => {
    expect(starts('2026-01-02', '2026-01-03T15:30:10.000Z')).toBe('2026-01-03T15:31:00.000Z')
  })
})

test('people read the time where the property is, and its zone', () => {
  const moment = new Date('2026-07-02T19:01:00Z')
  expect(momentIn('IL', moment)).toBe('July 2, 2026, 2:01 p.m. CDT')
  expect(momentIn('AZ', moment)).toBe('July 2, 2026, 12:01 p.m. MST')
  expect(momentIn('NY', new Date('2026-01-02T05:01:00Z'))).toBe('January 2, 2026, 12:01 a.m. EST')
})
