import { expect, test } from 'vitest'
import { DAY, HOUR, SECOND } from '../lib/clock.ts'
import { ATTEMPTS_FOR_A_DAY, ATTEMPTS_FOR_FOUR_DAYS, ATTEMPTS_FOR_TEN_SECONDS } from './store.ts'

const waitedMs = (attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_, at) => Math.exp(Math.min(10, at + 1)) * SECOND).reduce(
    (sum, wait) => sum + wait,
  )

test('a job is retried for as long as the name of its attempts says', () => {
  expect(Math.abs(waitedMs(ATTEMPTS_FOR_FOUR_DAYS) - 4 * DAY)).toBeLessThan(HOUR)
  expect(Math.abs(waitedMs(ATTEMPTS_FOR_A_DAY) - DAY)).toBeLessThan(5 * HOUR)
  expect(Math.abs(waitedMs(ATTEMPTS_FOR_TEN_SECONDS) - 10 * SECOND)).toBeLessThan(SECOND)
})
