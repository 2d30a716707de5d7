import { SECOND } from '../../lib/clock.ts'
import type { Random } from '../../lib/random.ts'
import type { Exchange } from './exchange.ts'

const FIRST_PAUSE_MS = 200
const GROWTH = 3
const JITTER_MS = 100
/** Whoever asks for more is asked again by the job, later. */
const LONGEST_PAUSE_MS = 10 * SECOND

/** Only what may be gone in a moment. A wrong answer or a refusal would be the same again. */
const mayPass = ({ outcome, status }: Exchange): boolean =>
  outcome === 'unreachable' || (outcome === 'http_error' && (status === 429 || Number(status) >= 500))

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
const askedFor = (retryAfter: string | null, now: Date): number | null => {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  const milliseconds = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

/** Milliseconds until the next attempt; null: not at once. */
export const pauseAfter = (
  exchange: Exchange,
  attempt: number,
  { now, random }: { now: Date; random: Random },
): number | null => {
  if (!mayPass(exchange)) return null
  const own = FIRST_PAUSE_MS * GROWTH ** (attempt - 1) + random.below(JITTER_MS)
  const pause = Math.max(own, askedFor(exchange.retryAfter, now) ?? 0)
  return pause > LONGEST_PAUSE_MS ? null : pause
}
