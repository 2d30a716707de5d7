import { html } from 'hono/html'
import { daysBetween } from '../../../platform/lib/clock.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { say } from './say.ts'

/**
 * `ended_on` is set only if the policy was canceled, and `is_void` only if that was from the start. `is_over`: it no
 * longer covers anything today.
 */
type ShownTerm = {
  expiration_date: string
  ended_on: string | null
  is_void: boolean
  is_over: boolean
}

export const lastDayOf = ({ ended_on, expiration_date }: ShownTerm): string => ended_on ?? expiration_date

export const runsOn = ({ ended_on, is_over }: ShownTerm): boolean => ended_on === null && !is_over

export const endHeading = (term: ShownTerm): string => {
  if (term.is_void) return say('Your policy never took effect')
  const day = dayWords(lastDayOf(term))
  return term.is_over
    ? say('Your coverage ended on {day}', { day })
    : say('Your coverage ends on {day} at 12:01 a.m.', { day })
}

export const endLede = (term: ShownTerm): string =>
  term.is_void
    ? say('It was canceled from the start. You have no coverage, unless you have another policy.')
    : say('You have no coverage from {day}, 12:01 a.m., unless you have another policy.', {
        day: dayWords(lastDayOf(term)),
      })

export const endCallout = (term: ShownTerm): Html => {
  if (runsOn(term)) return html``
  if (term.is_void)
    return html`<p class="callout warning">${say('This policy was canceled from the start. It never took effect.')}</p>`
  const day = dayWords(lastDayOf(term))
  if (!term.is_over)
    return html`<p class="callout warning">${say('Your policy ends on {day} at 12:01 a.m.', { day })}</p>`
  const words = term.ended_on === null ? say('This policy has expired.') : say('This policy was canceled.')
  return html`<p class="callout warning">${words} ${say('Coverage ended on {day} at 12:01 a.m.', { day })}</p>`
}

export const periodFacts = (term: ShownTerm, covered_from: string): Html =>
  term.is_void
    ? html`<dt>${say('Coverage')}</dt><dd>${say('None: canceled from the start')}</dd>`
    : html`<dt>${say('Effective from')}</dt><dd>${covered_from}</dd>
<dt>${say('Until')}</dt><dd>${dayWords(lastDayOf(term))}, 12:01 a.m.</dd>`

/** Days are counted where the property is, so `today` is the day there. Empty once coverage has started. */
export const countdownWords = (today: string, start: string): string => {
  const days = Math.round(daysBetween(today, start))
  if (days <= 0) return ''
  return say('{days, plural, one {Coverage starts tomorrow.} other {Coverage starts in # days.}}', { days })
}
