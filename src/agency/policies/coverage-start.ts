import { language, locale } from '../../platform/language/language.ts'
import { MINUTE } from '../../platform/lib/clock.ts'
import { keptFor } from '../../platform/lib/lazily.ts'
import { dayInZone, zoneOf } from '../../platform/lib/local-day.ts'
import { plusDays } from '../../platform/values/calendar.ts'

const wallClock = keptFor(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
)

const aheadOfUtcMs = (timeZone: string, moment: Date): number => {
  const parts = wallClock(timeZone).formatToParts(moment)
  const part = (type: string): number => Number(parts.find(one => one.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(moment.getTime() / 1000) * 1000
}

/** When clocks in the zone show this time, given as if it were UTC. */
export const momentShown = (zone: string, time: string): Date => {
  const shown = Date.parse(time)
  return new Date(shown - aheadOfUtcMs(zone, new Date(shown - aheadOfUtcMs(zone, new Date(shown)))))
}

const OFFICE_CLOSES = 'T17:00:00Z'

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Nobody answers at night: the end of the business day on which this moment is, or which follows it. */
export const endOfBusinessDay = (state: string, moment: Date): Date => officeCloses(zoneOf(state), moment)

export const officeCloses = (zone: string, moment: Date): Date => {
  let day = dayInZone(zone, moment)
  while (isWeekend(day) || momentShown(zone, `${day}${OFFICE_CLOSES}`) < moment) day = plusDays(day, 1)
  return momentShown(zone, `${day}${OFFICE_CLOSES}`)
}

export const midnightIn = (zone: string, day: string): Date => momentShown(zone, `${day}T00:00:00Z`)

/** 12:01 a.m. where the property is. Clocks in the US never change between midnight and 1 a.m. */
export const startOfDay = (state: string, day: string): Date => momentShown(zoneOf(state), `${day}T00:01:00Z`)

export const endOfDay = (state: string, day: string): Date =>
  new Date(startOfDay(state, plusDays(day, 1)).getTime() - 2 * MINUTE)

const nextFullMinute = (moment: Date): Date => new Date(Math.ceil(moment.getTime() / MINUTE) * MINUTE)

type Issue = { state: string; effective_date: string; ordered_on: string; issued_at: Date }

export const coverageStart = ({ state, effective_date, ordered_on, issued_at }: Issue): Date =>
  effective_date > ordered_on ? startOfDay(state, effective_date) : nextFullMinute(issued_at)

export const momentIn = (state: string, moment: Date): string => {
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone: zoneOf(state),
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  if (language() === 'es') return format.format(moment)
  const parts = format.formatToParts(moment)
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? ''
  const half = part('dayPeriod') === 'AM' ? 'a.m.' : 'p.m.'
  const time = `${part('hour')}:${part('minute')} ${half} ${part('timeZoneName')}`
  return `${part('month')} ${part('day')}, ${part('year')}, ${time}`
}
