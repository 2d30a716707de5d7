import { html } from 'hono/html'
import { type CarrierInfo, carrierInfoRows } from '../../../agency/carriers/contract/carrier-info.ts'
import { language } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'
import { phoneLink } from '../../../platform/pages/service-marks.ts'
import { say, sayKnown } from './say.ts'

const MUST_HAVE =
  /^Your (home|auto) policy must have at least (\S+)(?: of personal liability coverage)? by the start date\.$/

const RAISE =
  /^Raise your (home|auto) policy from (\S+) to (\S+)(?: of personal liability coverage)? before the start date\.$/

export const requiredHomeLimits = (notes: readonly string[]): string[] =>
  [
    ...new Set(
      notes.flatMap(note => {
        const [, must, least] = MUST_HAVE.exec(note) ?? []
        const [, raise, , to] = RAISE.exec(note) ?? []
        if (must === 'home') return least ?? []
        return (raise === 'home' ? to : undefined) ?? []
      }),
    ),
  ].slice(0, 1)

const inSpanish = (text: string): string | null => {
  const [, policy, least = ''] = MUST_HAVE.exec(text) ?? []
  if (policy === 'home')
    return say(
      'Your home policy must have at least {least} of personal liability coverage by the start date.',
      {
        least,
      },
    )
  if (policy === 'auto')
    return say('Your auto policy must have at least {least} by the start date.', { least })
  const [, raised, from = '', to = ''] = RAISE.exec(text) ?? []
  if (raised === 'home')
    return say(
      'Raise your home policy from {from} to {to} of personal liability coverage before the start date.',
      {
        from,
        to,
      },
    )
  return raised === 'auto'
    ? say('Raise your auto policy from {from} to {to} before the start date.', { from, to })
    : null
}

export const carrierWords = (text: string): Html =>
  language() === 'en' ? html`${text}` : ownWords(text, inSpanish(text) ?? sayKnown(text))

export const carriersWriteEnglish = (texts: readonly string[]): Html =>
  language() === 'es' && texts.some(text => inSpanish(text) === null)
    ? html`<p class="soft small">${say('The insurance companies write in English.')}</p>`
    : html``

const shown = (name: keyof CarrierInfo, value: string): string | Html => {
  if (name === 'website') return html`<a href="${value}" rel="noreferrer">${new URL(value).host}</a>`
  return name === 'am_best' ? value : phoneLink(value)
}

export const carrierInfoFacts = (info: CarrierInfo | undefined): Html =>
  html`${carrierInfoRows(info).map(({ name, label, value }) => html`<dt>${sayKnown(label)}</dt><dd>${shown(name, value)}</dd>`)}`

export const carrierInfoLine = (info: CarrierInfo | undefined): Html => {
  const rows = carrierInfoRows(info)
  return rows.length === 0
    ? html``
    : html`<p class="soft small">${rows.map(({ name, label, value }, at) => html`${at > 0 ? ' · ' : ''}${sayKnown(label)}: ${shown(name, value)}`)}</p>`
}
