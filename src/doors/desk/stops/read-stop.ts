import { momentShown } from '../../../agency/policies/coverage-start.ts'
import { states } from '../../../agency/rating/plan.ts'
import { eachZip, territoryOf } from '../../../agency/rating/territory.ts'
import { choice, count, line, moment } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { lineNames } from '../../../platform/lines.ts'

const EARTH_RADIUS_MILES = 3958.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

type Point = { latitude: number; longitude: number }

export const milesBetween = (a: Point, b: Point): number => {
  const halfLatitude = radians(b.latitude - a.latitude) / 2
  const halfLongitude = radians(b.longitude - a.longitude) / 2
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLongitude) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(Math.sin(halfLatitude) ** 2 + across))
}

/** ZIP codes whose center lies in the circle. A ZIP code at the edge may reach into it with its center outside. */
export const zipsNear = (center: Point, miles: number): string[] =>
  eachZip().flatMap(({ zip, ...point }) => (milesBetween(center, point) <= miles ? [zip] : []))

const MOST_ZIPS = 5000
const MOST_MILES = 300

const optional = { optional: true } as const

const anyOf = <const V extends string>(label: string, options: readonly { value: V; label: string }[]) =>
  choice(label, [{ value: '', label: 'All' }, ...options], optional)

/** `datetime-local` has no zone. The label says in which one it counts. */
export const stopForm = (carriers: ReadonlyMap<string, string>, timeZone: string) =>
  form({
    carrier: anyOf(
      'Insurance company',
      [...carriers].map(([value, label]) => ({ value, label })),
    ),
    line: anyOf(
      'Line',
      lineNames.map(value => ({ value, label: capitalized(value) })),
    ),
    state: anyOf(
      'State',
      states.map(value => ({ value, label: value })),
    ),
    zips: line('ZIP codes', { hint: 'Separate them with commas or spaces.', most: 35_000, ...optional }),
    center: line('Or a circle around a ZIP code', { ...optional }),
    miles: count('Radius in miles', {
      hint: 'Includes each ZIP code whose center is in the circle.',
      most: MOST_MILES,
      ...optional,
    }),
    reason: line('Reason', {
      hint: 'Customers see it. For example: Hurricane Elena.',
      missing: 'Enter a reason. People will read it.',
    }),
    starts: moment(`From (${timeZone})`, { hint: 'Leave it empty to start now.', ...optional }),
    ends: moment(`Until (${timeZone})`, { hint: 'Leave it empty if the end is not known yet.', ...optional }),
  })

type StopForm = ReturnType<typeof stopForm>

const listedZips = (asked: StopForm, text: string): string[] => {
  const zips = text.split(/[\s,;]+/).filter(zip => zip !== '')
  const wrong = zips.find(zip => !/^\d{5}$/.test(zip))
  if (wrong === undefined) return zips
  throw asked.refusal({ zips: `“${wrong.slice(0, 20)}” is not a ZIP code. Enter five digits for each.` })
}

type Circle = { zips: string[]; area: string | null }

const circle = (asked: StopForm, { center, miles }: { center?: string; miles?: number }): Circle => {
  if (center === undefined && miles === undefined) return { zips: [], area: null }
  if (center === undefined || miles === undefined)
    throw asked.refusal({
      [miles === undefined ? 'miles' : 'center']: 'A circle needs a ZIP code at its center and a radius.',
    })
  const point = territoryOf(center)
  if (!point) throw asked.refusal({ center: 'The ZIP code at the center of the circle is not known.' })
  return { zips: zipsNear(point, miles), area: `${miles} miles around ${center}` }
}

export type NewStop = {
  carrier_id: string | null
  line: string | null
  state: string | null
  zips: string[] | null
  area: string | null
  reason: string
  starts_at: Date
  ends_at: Date | null
}

export const readStop = (
  sent: URLSearchParams,
  { carriers, now, timeZone }: { carriers: ReadonlyMap<string, string>; now: Date; timeZone: string },
): NewStop => {
  const asked = stopForm(carriers, timeZone)
  const typed = asked.take(sent)
  const { zips: around, area } = circle(asked, typed)
  const zips = [...new Set([...listedZips(asked, typed.zips ?? ''), ...around])].toSorted()
  if (zips.length > MOST_ZIPS)
    throw asked.refusal({
      zips: `That is ${zips.length} ZIP codes. Stop the state, or make the circle smaller.`,
    })
  const at = (text: string | undefined): Date | null =>
    text === undefined ? null : momentShown(timeZone, `${text}Z`)
  const stop = {
    carrier_id: typed.carrier ?? null,
    line: typed.line ?? null,
    state: typed.state ?? null,
    zips: zips.length === 0 ? null : zips,
    area,
    reason: typed.reason,
    starts_at: at(typed.starts) ?? now,
    ends_at: at(typed.ends),
  }
  if ([stop.carrier_id, stop.line, stop.state, stop.zips].every(part => part === null))
    throw asked.refusal({ carrier: 'Choose a carrier, a line, a state, or ZIP codes.' })
  if (stop.ends_at !== null && stop.ends_at <= stop.starts_at)
    throw asked.refusal({ ends: 'The end must be after the start.' })
  return stop
}
