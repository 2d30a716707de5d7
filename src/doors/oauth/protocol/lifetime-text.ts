import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts'

const NAMED = new Map([
  [365 * DAY, 'a year'],
  [HOUR, 'an hour'],
])
const UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
] as const

/** Uses the largest unit that gives a whole number above one, so it never says "1 minutes". */
export const lifetimeText = (milliseconds: number): string => {
  const [name, unit] = UNITS.find(([, size]) => milliseconds > size && milliseconds % size === 0) ?? [
    'seconds',
    SECOND,
  ]
  return NAMED.get(milliseconds) ?? `${milliseconds / unit} ${name}`
}
