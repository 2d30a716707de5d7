import Type from 'typebox'
import type { Decline } from '../contract/answers.ts'
import type { QuoteOutcome } from '../contract/carrier.ts'
import { COVERAGES } from '../contract/coverages.ts'
import {
  creditPart,
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
import type { HomeAnswer, HomeOffer, HomeQuoteRequest } from './carrier.ts'

const limit = dollarAmount(0, 100_000_000)

const Offer = Type.Object({
  kind: Type.Enum(['offer']),
  annual_price: dollarAmount(1, 1_000_000),
  policy_form: Type.Enum(['HO-3', 'HO-5', 'HO-6', 'DP-3']),
  coverage_summary: oneLine(500),
  dwelling_coverage: dollarAmount(1, 100_000_000),
  other_structures: limit,
  personal_property: limit,
  loss_of_use: limit,
  personal_liability: limit,
  medical_payments: limit,
  deductible: limit,
  wind_hail_deductible: Type.Optional(limit),
  replacement_cost: Type.Optional(limit),
  scheduled_property: Type.Optional(limit),
  water_backup: Type.Optional(limit),
  ordinance_or_law: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  service_line: Type.Optional(limit),
  roof_settlement: Type.Optional(Type.Enum([...COVERAGES.roof_settlement.menu])),
  quote_number: oneLine(80),
  valid_until: Type.Optional(validUntilSchema),
  insurance_score: Type.Enum(['used', 'not_used']),
  price_factors: priceFactorList,
  ...creditPart,
  ...paymentTermsPart,
})

const Refusal = Type.Object({
  kind: Type.Enum(['decline']),
  reason_code: identifier,
  reason: oneLine(500),
  ...creditPart,
})

export const homeAnswerSchemas = { Offer, Refusal }

const isOffer = guardFor<HomeOffer>(Offer)
const isDecline = guardFor<Decline>(Refusal)

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
