import { SECOND } from '../../../platform/lib/clock.ts'
import type { Random } from '../../../platform/lib/random.ts'
import type { Exchange } from './exchange.ts'

const FIRST_PAUSE_MS = 200
const GROWTH = 3
const JITTER_MS = 100
const LONGEST_PAUSE_MS = 10 * SECOND

type Ended = Pick<Exchange, 'outcome' | 'status'>

const isTransient = ({ outcome, status }: Ended): boolean =>
  outcome === 'unreachable' || (outcome === 'http_error' && (status === 429 || Number(status) >= 500))

/** Any other outcome is an answer, however wrong, so the carrier can be reached. */
export const isAway = (ended: Ended): boolean => ended.outcome === 'timed_out' || isTransient(ended)

const NOT_READ: readonly string[] = ['unreachable', 'timed_out', 'too_large', 'not_json', 'redirected']
const TRY_LATER: readonly number[] = [408, 425, 429]

export const isRejected = ({ outcome, status }: Ended): boolean =>
  status !== null && status < 500 && !TRY_LATER.includes(status) && !NOT_READ.includes(outcome)

/** Retry-After is seconds or a date (RFC 9110, 10.2.3). */
const retryAfterMs = (retryAfter: string | null, now: Date): number | null => {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  const milliseconds = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

export const retryDelayMs = (
  exchange: Exchange,
  attempt: number,
  { now, random }: { now: Date; random: Random },
): number | null => {
  if (!isTransient(exchange)) return null
  const own = FIRST_PAUSE_MS * GROWTH ** (attempt - 1) + random.below(JITTER_MS)
  const pause = Math.max(own, retryAfterMs(exchange.retryAfter, now) ?? 0)
  return pause > LONGEST_PAUSE_MS ? null : pause
}
