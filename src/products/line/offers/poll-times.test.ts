import { expect, test } from 'vitest'
import { DAY, HOUR, later, MINUTE } from '../../../platform/lib/clock.ts'
import { nextPoll, orderOverdueAt } from './poll-times.ts'

const asked = new Date('2026-11-16T12:00:00Z')
const after = (milliseconds: number): Date => later(asked, milliseconds)

const pollsUntil = (expected_by: Date | null, end: number): number[] => {
  const hours: number[] = []
  for (let now = asked; ; ) {
    now = nextPoll({ asked, expected_by }, now)
    if (now > after(end)) return hours
    hours.push((now.getTime() - asked.getTime()) / HOUR)
  }
}

const pauses = (times: readonly number[]): number[] =>
  times.slice(1).map((time, at) => time - (times[at] ?? 0))

test('pauses grow: a carrier that needs hours is first asked after minutes, one that needs days after hours', () => {
  expect(nextPoll({ asked, expected_by: after(4 * HOUR) }, asked)).toEqual(after(10 * MINUTE))
  expect(nextPoll({ asked, expected_by: after(3 * DAY) }, asked)).toEqual(after(3 * HOUR))
  expect(nextPoll({ asked, expected_by: after(MINUTE) }, asked)).toEqual(after(MINUTE))
  const times = pollsUntil(null, 3 * DAY)
  expect(pauses(times)).toEqual(pauses(times).toSorted((a, b) => a - b))
  expect(times.length).toBeLessThan(25)
})

test('one poll is at the moment the carrier named, and none is more than six hours after the last', () => {
  const times = pollsUntil(after(50 * HOUR), 3 * DAY)
  expect(times).toContain(50)
  expect(Math.max(...pauses(times))).toBe(6)
})

test('a carrier that named a moment in the past is still asked with pauses', () => {
  expect(nextPoll({ asked, expected_by: after(-HOUR) }, asked)).toEqual(after(2 * MINUTE))
})

test('an order is overdue a day after the carrier’s moment, or when the agency says', () => {
  const expected_by = after(4 * HOUR)
  expect(orderOverdueAt({ asked, expected_by }, {})).toEqual(after(28 * HOUR))
  expect(orderOverdueAt({ asked, expected_by: null }, {})).toEqual(after(DAY))
  expect(orderOverdueAt({ asked, expected_by }, { answerWithinHours: 6 })).toEqual(after(6 * HOUR))
  expect(orderOverdueAt({ asked, expected_by: after(90 * DAY) }, {})).toEqual(after(30 * DAY))
})
