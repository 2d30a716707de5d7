import { language } from '../../../platform/language/language.ts'
import { longDate } from '../../../platform/language/long-date.ts'
import { say } from './say.ts'

const KEPT =
  /^(Homeowners insurance|Umbrella insurance|Personal umbrella insurance) (?:of|from) (.+?)(, one year)?(, refunded premium)?(?:, renewal from (\w+ \d+, \d{4}))?(?:, payment (\d+) of (\d+))?( \(demonstration, not insurance\))?$/

const isoOf = (english: string): string => new Date(`${english} UTC`).toISOString().slice(0, 10)

const inSpanish = (kept: string): string => {
  const [, product, carrier = '', year, refunded, renewed, at, all, demonstration] = KEPT.exec(kept) ?? []
  if (product === undefined) return kept
  const from =
    product === 'Homeowners insurance'
      ? 'Homeowners insurance from {carrier}'
      : 'Umbrella insurance from {carrier}'
  return [
    say(from, { carrier }),
    year && say(', one year'),
    refunded && say(', refunded premium'),
    renewed && say(', renewal from {day}', { day: longDate(isoOf(renewed)) }),
    at && all && say(', payment {at} of {all}', { at, all }),
    demonstration && say(' (demonstration, not insurance)'),
  ]
    .filter(Boolean)
    .join('')
}

export const descriptionWords = (kept: string): string =>
  language() === 'es' ? kept.split('; ').map(inSpanish).join('; ') : kept
