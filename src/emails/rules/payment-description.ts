import { language } from '../../language/language.ts'
import { say } from './say.ts'

const KEPT =
  /^(Homeowners insurance|Umbrella insurance|Personal umbrella insurance) of (.+?)(, one year)?( \(demonstration, not insurance\))?$/

const inSpanish = (kept: string): string => {
  const [, product, carrier = '', year, demonstration] = KEPT.exec(kept) ?? []
  if (product === undefined) return kept
  const of =
    product === 'Homeowners insurance'
      ? 'Homeowners insurance of {carrier}'
      : 'Umbrella insurance of {carrier}'
  return [
    say(of, { carrier }),
    year && say(', one year'),
    demonstration && say(' (demonstration, not insurance)'),
  ]
    .filter(Boolean)
    .join('')
}

/** What a payment is for. The books and the payment provider keep it in English. */
export const descriptionWords = (kept: string): string =>
  language() === 'es' ? kept.split('; ').map(inSpanish).join('; ') : kept
