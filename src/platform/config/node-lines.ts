import { dayOf } from '../lib/clock.ts'

/** The last day of support, from `schedule.json` of github.com/nodejs/Release as of July 2, 2026. */
const LAST_DAY: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}

export const unsupportedNode = (version: string, now: Date): string | null => {
  const [line = ''] = version.split('.')
  const today = dayOf(now)
  const ended = LAST_DAY[line]
  if (ended === undefined || ended >= today) return null
  const supported = Object.keys(LAST_DAY).filter(
    one => Number(one) % 2 === 0 && String(LAST_DAY[one]) >= today,
  )
  const advice = supported.length === 0 ? 'a supported line' : `Node ${supported.join(' or ')}`
  return `Node ${version} has had no security updates since ${ended}. Move to ${advice}.`
}
