import { daysBetween } from '../../../platform/lib/clock.ts'
import { say } from '../words/say.ts'

/** Days are counted where the property is, so `today` is the day there. Empty once coverage has started. */
export const countdownWords = (today: string, start: string): string => {
  const days = Math.round(daysBetween(today, start))
  if (days <= 0) return ''
  return say('{days, plural, one {Coverage starts tomorrow.} other {Coverage starts in # days.}}', { days })
}
