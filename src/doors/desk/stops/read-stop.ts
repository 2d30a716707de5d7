import { momentShown } from '../../../agency/policies/coverage-start.ts'
import { states } from '../../../agency/rating/state-rules.ts'
import { territoryOf } from '../../../agency/rating/territory.ts'
import { zipsNear } from '../../../agency/rating/zips-near.ts'
import { LICENSED_LINES } from '../../../platform/config/licenses-file.ts'
import { fail } from '../../../platform/errors.ts'
import { optionalLine, requiredLine } from '../parts/one-line-field.ts'

const refuse = (message: string): never => fail('invalid_request', { message })

const oneOf = (
  form: URLSearchParams,
  name: string,
  { allowed, unknown }: { allowed: readonly string[]; unknown: string },
): string | null => {
  const value = optionalLine(form, name)
  return value === null || allowed.includes(value) ? value : refuse(unknown)
}

const MOST_ZIPS = 5000

const listedZips = (form: URLSearchParams): string[] => {
  const zips = (form.get('zips') ?? '').split(/[\s,;]+/).filter(text => text !== '')
  const wrong = zips.find(zip => !/^\d{5}$/.test(zip))
  if (wrong !== undefined) refuse(`“${wrong.slice(0, 20)}” is not a ZIP code. Enter five digits for each.`)
  return zips
}

const MOST_MILES = 300

type Circle = { zips: string[]; area: string | null }

const circle = (form: URLSearchParams): Circle => {
  const center = optionalLine(form, 'center')
  const miles = optionalLine(form, 'miles')
  if (center === null && miles === null) return { zips: [], area: null }
  if (center === null || miles === null)
    return refuse('A circle needs a ZIP code at its center and a radius.')
  const point = territoryOf(center) ?? refuse('The ZIP code at the center of the circle is not known.')
  const radius = Number(miles)
  if (!(radius > 0 && radius <= MOST_MILES)) refuse(`The radius must be a number up to ${MOST_MILES} miles.`)
  return { zips: zipsNear(point, radius), area: `${radius} miles around ${center}` }
}

type Field = { name: string; label: string; timeZone: string }

/** `datetime-local` has no zone. The page says in which one it counts. */
const momentIn = (form: URLSearchParams, { name, label, timeZone }: Field): Date | null => {
  const text = optionalLine(form, name)
  if (text === null) return null
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))
    ? momentShown(timeZone, `${text}Z`)
    : refuse(`${label} must be a date and a time.`)
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
  form: URLSearchParams,
  { carriers, now, timeZone }: { carriers: readonly string[]; now: Date; timeZone: string },
): NewStop => {
  const { zips: around, area } = circle(form)
  const zips = [...new Set([...listedZips(form), ...around])].toSorted()
  if (zips.length > MOST_ZIPS)
    refuse(`That is ${zips.length} ZIP codes. Stop the state, or make the circle smaller.`)
  const stop = {
    carrier_id: oneOf(form, 'carrier', { allowed: carriers, unknown: 'Choose one of the carriers.' }),
    line: oneOf(form, 'line', { allowed: LICENSED_LINES, unknown: 'Choose one of the lines.' }),
    state: oneOf(form, 'state', { allowed: states, unknown: 'Choose one of the states.' }),
    zips: zips.length === 0 ? null : zips,
    area,
    reason: requiredLine(form, 'reason', 'Enter a reason. People will read it.'),
    starts_at: momentIn(form, { name: 'starts', label: 'The start', timeZone }) ?? now,
    ends_at: momentIn(form, { name: 'ends', label: 'The end', timeZone }),
  }
  if ([stop.carrier_id, stop.line, stop.state, stop.zips].every(part => part === null))
    refuse('Choose a carrier, a line, a state, or ZIP codes.')
  if (stop.ends_at !== null && stop.ends_at <= stop.starts_at) refuse('The end must be after the start.')
  return stop
}
