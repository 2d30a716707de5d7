import Type, { type Static, type TObject } from 'typebox'
import type { QuoteRequest } from '../../../platform/values/sourced.ts'
import type { Decline } from '../contract/answers.ts'
import type { Carrier, Mode } from '../contract/carrier.ts'
import { COVERAGES } from '../contract/coverages.ts'
import {
  anyText,
  type Contract2,
  count,
  flag,
  type Message,
  type QuoteDetails,
  wholeDollars,
} from '../contract/details.ts'
import {
  creditPart,
  dollarAmount,
  oneLine,
  priceFactorList,
  validUntilSchema,
} from '../contract/parse-answer.ts'
import { paymentTermsPart } from '../contract/payment-terms.ts'

/** Rating facts only. Names, streets and birth dates come with contract 2, or with the order. */
export const homeRisk = {
  property_id: anyText,
  product: Type.Enum(['standard', 'condo', 'landlord']),
  state: anyText,
  zip: anyText,
  home_ownership: anyText,
  property_type: anyText,
  rental_status: anyText,
  new_purchase: flag,
  home_sqft: count,
  build_year: count,
  roof_year: count,
  roof_type: anyText,
  roof_shape: Type.Optional(anyText),
  siding_type: Type.Optional(anyText),
  heating_type: Type.Optional(anyText),
  construction_quality: anyText,
  swimming_pool: flag,
  trampoline: flag,
  dog_bite_history: flag,
  has_fire_alarm: flag,
  has_burglar_alarm: flag,
  has_sprinklers: flag,
  hurricane_resistant_windows: flag,
  claims_last_5_years: count,
  continuously_insured_years: count,
  deductible_preference: wholeDollars,
  replacement_cost: wholeDollars,
  insurance_score_allowed: Type.Boolean({
    description: 'If false, no credit-based score may be used for the offer or the decline.',
  }),
  losses: Type.Optional(
    Type.Array(
      Type.Object({
        date: Type.Optional(anyText),
        cause: Type.Optional(anyText),
        amount_paid: Type.Optional(Type.Number({ minimum: 0 })),
        open: Type.Optional(flag),
      }),
    ),
  ),
  prior_carrier: Type.Optional(anyText),
  lapse_days: Type.Optional(count),
  dogs: Type.Optional(
    Type.Array(Type.Object({ breed: Type.Optional(anyText), bite_history: Type.Optional(flag) })),
  ),
  pool_fenced: Type.Optional(flag),
  business_on_premises: Type.Optional(flag),
  vacant: Type.Optional(flag),
  under_renovation: Type.Optional(flag),
  ownership: Type.Optional(anyText),
}
export type HomeRisk = Message<TObject<typeof homeRisk>>

export type HomeQuoteRequest = QuoteRequest<HomeRisk> & Partial<Contract2<QuoteDetails>>

const limit = dollarAmount(0, 100_000_000)

export const HomeOffer = Type.Object({
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
  /** The carrier's own cost to rebuild, where it states one. */
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
export type HomeOffer = Static<typeof HomeOffer>

export type HomeAnswer = HomeOffer | Decline

export type HomeCarrier<M extends Mode = Mode> = Carrier<HomeQuoteRequest, HomeAnswer, M>

export type InventedHomeCarrier<M extends Mode = Mode> = Omit<HomeCarrier<M>, 'quote'> & {
  quote(request: HomeQuoteRequest): Promise<HomeAnswer>
}
