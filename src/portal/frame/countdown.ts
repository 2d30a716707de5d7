import { say } from '../words/say.ts'

const DAY_MS = 86_400_000

/** Days are counted where the property is, so `today` is the day there. Empty once coverage has started. */
export const countdownWords = (today: string, start: string): string => {
  const days = Math.round((Date.parse(start) - Date.parse(today)) / DAY_MS)
  if (days <= 0) return ''
  return say('{days, plural, one {Coverage starts tomorrow.} other {Coverage starts in # days.}}', { days })
}
