import Type from 'typebox'
import {
  dollars,
  line,
  name,
  priceFactorList,
  type Reading,
  readEchoed,
  shape,
} from '../contract/answer-parts.ts'
import type { Decline } from '../contract/answers.ts'
import type { HomeAnswer, HomeOffer, HomeQuoteRequest } from './carrier.ts'

const PHONE = '^[+0-9(][0-9 ().-]{6,24}$'
const limit = dollars(0, 100_000_000)

/** Whose report it was, as the carrier must tell the person (FCRA 615(a)), and at most four reasons (NCOIL model). */
const creditPart = {
  consumer_report: Type.Optional(
    Type.Object({ agency: line(120), address: line(200), phone: Type.String({ pattern: PHONE }) }),
  ),
  score_reasons: Type.Optional(Type.Array(line(200), { minItems: 1, maxItems: 4 })),
}

/** Whole dollars throughout. */
const Offer = Type.Object({
  kind: Type.Enum(['offer']),
  annual_price: dollars(1, 1_000_000),
  policy_form: Type.Enum(['HO-3', 'HO-5', 'HO-6', 'DP-3']),
  coverage_summary: line(500),
  dwelling_coverage: dollars(1, 100_000_000),
  other_structures: limit,
  personal_property: limit,
  loss_of_use: limit,
  personal_liability: limit,
  medical_payments: limit,
  deductible: limit,
  wind_hail_deductible: Type.Optional(limit),
  quote_number: line(80),
  insurance_score: Type.Enum(['used', 'not_used']),
  price_factors: priceFactorList,
  ...creditPart,
})

const Refusal = Type.Object({
  kind: Type.Enum(['decline']),
  reason_code: name,
  reason: line(500),
  ...creditPart,
})

const isOffer = shape<HomeOffer>(Offer)
const isDecline = shape<Decline>(Refusal)

/** What a carrier's endpoint says, believed only when it is whole, possible, lawful and meant for this request. */
export const readHomeAnswer = (text: string, { request_id, risk }: HomeQuoteRequest): Reading<HomeAnswer> => {
  const read = readEchoed(text, request_id)
  if (read.outcome !== 'echoed') return { outcome: read.outcome, answer: null }
  const { answer } = read
  if (answer.kind === 'decline' && isDecline(answer)) return { outcome: 'decline', answer }
  if (answer.kind !== 'offer' || !isOffer(answer)) return { outcome: 'not_an_answer', answer: null }
  return answer.insurance_score === 'used' && !risk.insurance_score_allowed
    ? { outcome: 'score_not_allowed', answer: null }
    : { outcome: 'offer', answer }
}
