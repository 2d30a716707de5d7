import { html } from 'hono/html'
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts'
import type { Html } from '../../platform/pages/html.ts'
import { usd } from '../../platform/values/money.ts'
import type { Badge } from '../../products/line/record/status-book.ts'
import type { Premium } from '../../products/line/requests.ts'

export const badge = ({ label, tone }: Badge): Html => html`<span class="badge ${tone}">${label}</span>`

const FORMATS = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'short' },
  date: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** In UTC. The page's script replaces it with the reader's local time. */
const timeTag = (name: keyof typeof FORMATS) => {
  const format = new Intl.DateTimeFormat('en-US', { ...FORMATS[name], timeZone: 'UTC' })
  return (moment: Date | string) => {
    const date = new Date(moment)
    return html`<time datetime="${date.toISOString()}" data-local="${name}">${format.format(date)}</time>`
  }
}

export const timeOf = timeTag('time')
export const clockOf = timeTag('clock')
export const dateOf = timeTag('date')

const AGES = [
  { unit: DAY, one: 'day', many: 'days' },
  { unit: HOUR, one: 'hour', many: 'hours' },
  { unit: MINUTE, one: 'minute', many: 'minutes' },
]

const ageWords = (since: Date, now: Date): string => {
  const passed = now.getTime() - since.getTime()
  const age = AGES.find(({ unit }) => passed >= unit)
  return age ? counted(Math.floor(passed / age.unit), age.one, age.many) : 'Just now'
}

export const ageSince = (since: Date, now: Date): Html =>
  html`<time datetime="${since.toISOString()}" data-local-title>${ageWords(since, now)}</time>`

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const shortDay = (day: string): string => days.format(new Date(day))

const numbers = new Intl.NumberFormat('en-US')

const counted = (count: number, one: string, many: string): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
export const numberOf = (count: number): string => numbers.format(count)

export const premiumText = ({ amount, of }: Premium): string =>
  `${of === 'lowest' ? 'From ' : ''}${usd(amount)}`

/** Names the notice that an email was sent. */
export const EMAILED = 'emailed'
