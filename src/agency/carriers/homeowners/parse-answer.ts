import { Refusal } from '../contract/answers.ts'
import type { QuoteOutcome } from '../contract/carrier.ts'
import { guardFor, type ParsedAnswer, parseEchoed } from '../contract/parse-answer.ts'
import { readQuote } from '../contract/parse-quote.ts'
import { areTermsPossible } from '../contract/payment-terms.ts'
import { type HomeAnswer, HomeOffer, type HomeQuoteRequest } from './carrier.ts'

export const homeAnswerSchemas = { Offer: HomeOffer, Refusal }

const isOffer = guardFor(HomeOffer)
const isDecline = guardFor(Refusal)

type Read = ParsedAnswer<QuoteOutcome<HomeAnswer>>

const readOne = (answer: Record<string, unknown>, { risk }: HomeQuoteRequest): ParsedAnswer<HomeAnswer> => {
  if (answer.kind === 'decline' && isDecline(answer)) return { outcome: 'decline', answer }
  if (answer.kind !== 'offer' || !isOffer(answer)) return { outcome: 'not_an_answer', answer: null }
  if (!areTermsPossible(answer)) return { outcome: 'bad_payment_terms', answer: null }
  return answer.insurance_score === 'used' && !risk.insurance_score_allowed
    ? { outcome: 'score_not_allowed', answer: null }
    : { outcome: 'offer', answer }
}

export const readHomeAnswer = (answer: Record<string, unknown>, request: HomeQuoteRequest): Read =>
  readQuote(answer, one => readOne(one, request))

export const parseHomeAnswer = (text: string, request: HomeQuoteRequest): Read => {
  const read = parseEchoed(text, request.request_id)
  return read.outcome === 'echoed'
    ? readHomeAnswer(read.answer, request)
    : { outcome: read.outcome, answer: null }
}
