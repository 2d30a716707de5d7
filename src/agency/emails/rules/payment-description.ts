import { longDate } from '../../../platform/language/language.ts'
import { say, sayKnown } from '../layout.ts'

export type PaidFor = {
  product: string
  carrier: string
  term?: 'year' | { plan: string }
  isRefunded?: true
  renewal_from?: string
  changed_from?: string
  payment?: { at: number; of: number }
  illustrative?: boolean
}

/** Payments stored before there were facts have a sentence, in English. */
export type PaymentDescription = string | readonly PaidFor[]

export const namesCarrier = (description: PaymentDescription, carrier: string): boolean =>
  typeof description === 'string'
    ? description.includes(carrier)
    : description.some(paid => paid.carrier === carrier)

const termWords = (term: NonNullable<PaidFor['term']>): string =>
  term === 'year' ? say(', one year') : `, ${term.plan}`

const paidWords = ({ product, carrier, ...paid }: PaidFor): string => {
  const { term, isRefunded, renewal_from, changed_from, payment, illustrative } = paid
  return [
    say('{product} from {carrier}', { product: sayKnown(product), carrier }),
    term && termWords(term),
    isRefunded && say(', refunded premium'),
    renewal_from && say(', renewal from {day}', { day: longDate(renewal_from) }),
    changed_from && say(', change from {day}', { day: longDate(changed_from) }),
    payment && say(', payment {at} of {all}', { at: payment.at, all: payment.of }),
    illustrative && say(' (demonstration, not insurance)'),
  ]
    .filter(Boolean)
    .join('')
}

export const descriptionWords = (description: PaymentDescription): string =>
  typeof description === 'string' ? description : [...new Set(description.map(paidWords))].join('; ')
