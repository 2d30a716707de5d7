import { html } from 'hono/html'
import { language } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'
import { say, sayKnown } from '../words/say.ts'

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
