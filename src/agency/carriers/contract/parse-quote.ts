import type { QuoteOutcome } from './carrier.ts'
import type { ParsedAnswer } from './parse-answer.ts'
import { isMoment, readAnswersLater } from './parse-later.ts'

export const MOST_OFFERS = 10

type Json = Record<string, unknown>
type Quoted = { kind: 'offer' | 'decline'; valid_until?: string }
type OfferIn<A> = Extract<A, { kind: 'offer' }> & { quote_number: string }

const NOT_AN_ANSWER = { outcome: 'not_an_answer', answer: null }

const readList = <A extends Quoted>(
  list: unknown,
  readOne: (answer: Json) => ParsedAnswer<A>,
): ParsedAnswer<QuoteOutcome<A>> => {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_OFFERS) return NOT_AN_ANSWER
  const read = list.map(one => readOne({ ...Object(one), kind: 'offer' }))
  const bad = read.find(({ answer }) => answer === null)
  if (bad) return { outcome: bad.outcome, answer: null }
  const offers = read.map(({ answer }) => answer as OfferIn<A>)
  const numbers = new Set(offers.map(({ quote_number }) => quote_number))
  return numbers.size === offers.length
    ? { outcome: 'offers', answer: { kind: 'offers', offers } }
    : { outcome: 'same_quote_number', answer: null }
}

export const readQuote = <A extends Quoted>(
  answer: Json,
  readOne: (answer: Json) => ParsedAnswer<A>,
): ParsedAnswer<QuoteOutcome<A>> => {
  const later = readAnswersLater(answer)
  if (later) return { outcome: later.kind, answer: later }
  const readValid = (one: Json): ParsedAnswer<A> => {
    const read = readOne(one)
    return isMoment(read.answer?.valid_until) ? read : NOT_AN_ANSWER
  }
  return answer.kind === 'offers' ? readList(answer.offers, readValid) : readValid(answer)
}

export type Dated = { kind: string; valid_until?: string; offers?: readonly { valid_until?: string }[] }

/** An expired offer would still be published, ranked, and announced by email. */
export const hasExpired = (answer: Dated, now: Date): boolean =>
  [answer, ...(answer.offers ?? [])].some(
    ({ valid_until }) => valid_until !== undefined && new Date(valid_until) <= now,
  )
