import { MINUTE } from './clock.ts'
import { keptFor } from './lazily.ts'

// The zone where most of a state's people live. Some states have a second zone that differs by an hour.
const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

const EASTERN = 'America/New_York'
const BY_STATE = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(' ').map(state => [state, zone] as const)),
)

export const zoneOf = (state: string): string => BY_STATE.get(state) ?? EASTERN

export const isZone = (name: string): boolean => {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

const keptClockOf = keptFor(clockOf)

const computedDay = (zone: string, moment: Date): string => {
  const parts = keptClockOf(zone).formatToParts(moment)
  const part = (type: string): string => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

const latest = new Map<string, { minute: number; day: string }>()

/** A day begins with a whole minute in every zone. Most callers ask about the current one. */
export const dayInZone = (zone: string, moment: Date): string => {
  const minute = Math.floor(moment.getTime() / MINUTE)
  const known = latest.get(zone)
  if (known?.minute === minute) return known.day
  const day = computedDay(zone, moment)
  latest.set(zone, { minute, day })
  return day
}

export const dayIn = (state: string, moment: Date): string => dayInZone(zoneOf(state), moment)

/** The day before this one is over in every state: Hawaii is the last. */
export const dayEverywhere = (moment: Date): string => dayIn('HI', moment)
