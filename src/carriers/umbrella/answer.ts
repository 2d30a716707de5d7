import Type from 'typebox'
import { isAboutCredit } from '../contract/about-credit.ts'
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
import type { UmbrellaAnswer, UmbrellaOffer, UmbrellaQuoteRequest } from './carrier.ts'

const price = dollars(1, 1_000_000)
const limit = dollars(0, 100_000_000)

const Offer = Type.Object({
  kind: Type.Enum(['offer']),
  annual_price: price,
  coverage_limit: dollars(1, 100_000_000),
  is_estimate: Type.Boolean(),
  price_range: Type.Object({ low: price, high: price }),
  minimum_auto_limits: Type.Object({ per_person: limit, per_accident: limit, property_damage: limit }),
  minimum_home_liability_limit: limit,
  quote_number: line(80),
  price_factors: priceFactorList,
  display_notes: Type.Array(line(300), { maxItems: 20 }),
})

const Refusal = Type.Object({ kind: Type.Enum(['decline']), reason_code: name, reason: line(500) })

const isOffer = shape<UmbrellaOffer>(Offer)
const isDecline = shape<Decline>(Refusal)

const refused = (outcome: string): Reading<UmbrellaAnswer> => ({ outcome, answer: null })

const usesCredit = (answer: UmbrellaAnswer): boolean =>
  (answer.kind === 'offer' ? answer.price_factors.map(({ factor }) => factor) : [answer.reason_code]).some(
    isAboutCredit,
  )

/** The range holds the price, and a final price is all of it. */
const isPossible = ({ annual_price, is_estimate, price_range: { low, high } }: UmbrellaOffer): boolean =>
  low <= annual_price && annual_price <= high && (is_estimate || low === high)

/** Believed only when it is whole, possible, lawful and meant for this request: nobody has consented to a credit check yet. */
export const readUmbrellaAnswer = (
  text: string,
  { request_id, risk }: UmbrellaQuoteRequest,
): Reading<UmbrellaAnswer> => {
  const read = readEchoed(text, request_id)
  if (read.outcome !== 'echoed') return refused(read.outcome)
  const { answer } = read
  if (answer.kind === 'decline' && isDecline(answer))
    return usesCredit(answer) ? refused('score_not_allowed') : { outcome: 'decline', answer }
  if (answer.kind !== 'offer' || !isOffer(answer) || !isPossible(answer)) return refused('not_an_answer')
  if (usesCredit(answer)) return refused('score_not_allowed')
  return answer.coverage_limit < risk.coverage_limit ? refused('limit_too_low') : { outcome: 'offer', answer }
}
