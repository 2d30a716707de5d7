import Type from 'typebox'
import { isAboutCredit } from '../contract/answers.ts'
import type { QuoteOutcome } from '../contract/carrier.ts'
import { guardFor, identifier, oneLine, type ParsedAnswer, parseEchoed } from '../contract/parse-answer.ts'
import { readQuote } from '../contract/parse-quote.ts'
import { areTermsPossible } from '../contract/payment-terms.ts'
import { type UmbrellaAnswer, UmbrellaOffer, type UmbrellaQuoteRequest } from './carrier.ts'

const Refusal = Type.Object({ kind: Type.Enum(['decline']), reason_code: identifier, reason: oneLine(500) })

export const umbrellaAnswerSchemas = { Offer: UmbrellaOffer, Refusal }

const isOffer = guardFor(UmbrellaOffer)
const isDecline = guardFor(Refusal)

type Read = ParsedAnswer<QuoteOutcome<UmbrellaAnswer>>

const refused = (outcome: string) => ({ outcome, answer: null })

const usesCredit = (answer: UmbrellaAnswer): boolean =>
  (answer.kind === 'offer' ? answer.price_factors.map(({ factor }) => factor) : [answer.reason_code]).some(
    isAboutCredit,
  )

const isPossible = ({ annual_price, is_estimate, price_range: { low, high } }: UmbrellaOffer): boolean =>
  low <= annual_price && annual_price <= high && (is_estimate || low === high)

const readOne = (
  answer: Record<string, unknown>,
  { risk }: UmbrellaQuoteRequest,
): ParsedAnswer<UmbrellaAnswer> => {
  if (answer.kind === 'decline' && isDecline(answer))
    return usesCredit(answer) ? refused('score_not_allowed') : { outcome: 'decline', answer }
  if (answer.kind !== 'offer' || !isOffer(answer) || !isPossible(answer)) return refused('not_an_answer')
  if (usesCredit(answer)) return refused('score_not_allowed')
  if (!areTermsPossible(answer)) return refused('bad_payment_terms')
  return answer.coverage_limit < risk.coverage_limit ? refused('limit_too_low') : { outcome: 'offer', answer }
}

/** Rejects any use of credit, because the buyer has not authorized a credit check at this point. */
export const readUmbrellaAnswer = (answer: Record<string, unknown>, request: UmbrellaQuoteRequest): Read =>
  readQuote(answer, one => readOne(one, request))

export const parseUmbrellaAnswer = (text: string, request: UmbrellaQuoteRequest): Read => {
  const read = parseEchoed(text, request.request_id)
  return read.outcome === 'echoed' ? readUmbrellaAnswer(read.answer, request) : refused(read.outcome)
}
