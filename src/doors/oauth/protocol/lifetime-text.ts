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

/** In the largest unit of which it is a whole number, more than one: 60 seconds are no "1 minutes". */
export const lifetimeText = (milliseconds: number): string => {
  const [name, unit] = UNITS.find(([, size]) => milliseconds > size && milliseconds % size === 0) ?? [
    'seconds',
    SECOND,
  ]
  return NAMED.get(milliseconds) ?? `${milliseconds / unit} ${name}`
}
