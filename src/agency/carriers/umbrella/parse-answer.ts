import Type from 'typebox'
import type { Decline } from '../contract/answers.ts'
import { isAboutCredit } from '../contract/answers.ts'
import type { QuoteOutcome } from '../contract/carrier.ts'
import {
  dollarAmount,
  guardFor,
  identifier,
  oneLine,
  type ParsedAnswer,
  parseEchoed,
  priceFactorList,
} from '../contract/parse-answer.ts'
import { validUntilSchema } from '../contract/parse-later.ts'
import { readQuote } from '../contract/parse-quote.ts'
import { areTermsPossible, paymentTermsPart } from '../contract/payment-terms.ts'
import type { UmbrellaAnswer, UmbrellaOffer, UmbrellaQuoteRequest } from './carrier.ts'

const price = dollarAmount(1, 1_000_000)
const limit = dollarAmount(0, 100_000_000)

const Offer = Type.Object({
  kind: Type.Enum(['offer']),
  annual_price: price,
  coverage_limit: dollarAmount(1, 100_000_000),
  is_estimate: Type.Boolean(),
  price_range: Type.Object({ low: price, high: price }),
  minimum_auto_limits: Type.Object({ per_person: limit, per_accident: limit, property_damage: limit }),
  minimum_home_liability_limit: limit,
  quote_number: oneLine(80),
  valid_until: Type.Optional(validUntilSchema),
  price_factors: priceFactorList,
  display_notes: Type.Array(oneLine(300), { maxItems: 20 }),
  ...paymentTermsPart,
})

const Refusal = Type.Object({ kind: Type.Enum(['decline']), reason_code: identifier, reason: oneLine(500) })

export const umbrellaAnswerSchemas = { Offer, Refusal }

const isOffer = guardFor<UmbrellaOffer>(Offer)
const isDecline = guardFor<Decline>(Refusal)

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
