import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { retryDelayMs } from './retry.ts'

const now = new Date('2026-01-01T00:00:00Z')
const random = { below: () => 50 }

const pause = (ended: Partial<Exchange>, attempt = 1) =>
  retryDelayMs(
    { outcome: 'http_error', answer: null, status: 503, text: '', retryAfter: null, ...ended },
    attempt,
    { now, random },
  )

test.each([
  [{ outcome: 'unreachable', status: null }, 250],
  [{ status: 500 }, 250],
  [{ status: 429 }, 250],
  [{ status: 400 }, null],
  [{ status: 404 }, null],
  [{ outcome: 'redirected', status: 302 }, null],
  [{ outcome: 'not_json', status: 200 }, null],
  [{ outcome: 'other_request', status: 200 }, null],
  [{ outcome: 'too_large', status: 200 }, null],
] as const)('%j waits %s', (ended, milliseconds) => {
  expect(pause(ended)).toBe(milliseconds)
})

test('the second pause is longer than the first', () => {
  expect([pause({}, 1), pause({}, 2)]).toEqual([250, 650])
})

test.each([
  ['2', 2000],
  ['Thu, 01 Jan 2026 00:00:03 GMT', 3000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 250],
  ['0', 250],
  ['soon', 250],
  ['10', 10_000],
  ['11', null],
  ['99999999999999999999', null],
] as const)('Retry-After: %s waits %s', (retryAfter, milliseconds) => {
  expect(pause({ retryAfter })).toBe(milliseconds)
})
