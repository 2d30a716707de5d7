import { html } from 'hono/html'
import type { Bucket } from '../homeowners/intake/property-row-store.ts'
import type { Html } from '../pages/frame.ts'

export const STATUS_NAMES: Record<Bucket, string> = {
  needs_more_info: 'Needs more info',
  pending_quotes: 'Pending quotes',
  quoted: 'Quoted',
  quotes_published: 'Quotes published',
}

const TONES: Record<Bucket, string> = {
  needs_more_info: 'warning',
  pending_quotes: 'info',
  quoted: 'success',
  quotes_published: 'success',
}

export const statusBadge = (status: Bucket): Html =>
  html`<span class="badge ${TONES[status]}">${STATUS_NAMES[status]}</span>`

const OWNERSHIP: Readonly<Record<string, string>> = {
  owned_primary: 'Primary home',
  owned_seasonal: 'Seasonal home',
  owned_rental: 'Rented out',
  rental: 'Rented from an owner',
  under_construction: 'Under construction',
  informal_basis: 'Lived in without a lease',
}

export const enumLabel = (value: string): string => {
  if (OWNERSHIP[value] !== undefined) return OWNERSHIP[value]
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const times = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const clockTimes = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const timeTag = (format: Intl.DateTimeFormat) => (moment: Date | string) => {
  const date = new Date(moment)
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`
}

export const timeOf = timeTag(times)
export const clockOf = timeTag(clockTimes)
export const dateOf = timeTag(dates)

export const shortDay = (day: string): string => dates.format(new Date(day))

const numbers = new Intl.NumberFormat('en-US')

export const counted = (count: number, one: string, many: string): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
export const numberOf = (count: number): string => numbers.format(count)
