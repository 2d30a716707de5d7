import { Ajv } from 'ajv'
import Type from 'typebox'
import type { Decline, HomeAnswer, HomeOffer, HomeQuoteRequest } from './carrier.ts'

// Neither a control character nor half a surrogate pair: the database refuses both in JSON.
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]+$' })
const name = Type.String({ maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' })
const dollars = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const limit = dollars(0, 100_000_000)

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
  price_factors: Type.Array(
    Type.Object({
      factor: name,
      label: line(120),
      effect: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
    }),
    { maxItems: 100 },
  ),
})

const Refusal = Type.Object({ kind: Type.Enum(['decline']), reason_code: name, reason: line(500) })

// Drops what is not in the schema, at every depth.
const ajv = new Ajv({ removeAdditional: 'all' })
const isOffer = ajv.compile<HomeOffer>(Offer)
const isDecline = ajv.compile<Decline>(Refusal)

export type Reading =
  | { outcome: 'offer' | 'decline'; answer: HomeAnswer }
  | { outcome: 'not_json' | 'not_an_answer' | 'other_request' | 'score_not_allowed'; answer: null }

const refused = (outcome: Extract<Reading, { answer: null }>['outcome']): Reading => ({
  outcome,
  answer: null,
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a carrier's endpoint says, believed only when it is whole, possible, lawful and meant for this request. */
export const readHomeAnswer = (text: string, { request_id, risk }: HomeQuoteRequest): Reading => {
  const value = parse(text)
  if (value === undefined) return refused('not_json')
  const { request_id: echoed, ...answer } = Object(value) as Record<string, unknown>
  if (typeof echoed === 'string' && echoed !== request_id) return refused('other_request')
  if (echoed !== request_id) return refused('not_an_answer')
  if (answer.kind === 'decline' && isDecline(answer)) return { outcome: 'decline', answer }
  if (answer.kind !== 'offer' || !isOffer(answer)) return refused('not_an_answer')
  if (answer.insurance_score === 'used' && !risk.insurance_score_allowed) return refused('score_not_allowed')
  return { outcome: 'offer', answer }
}
