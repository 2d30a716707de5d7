import { rankBy } from '../contract/rank.ts'
import type { Advantage } from '../contract/recommendation.ts'
import type { HomeOffer } from './carrier.ts'

export type Rankable = Omit<HomeOffer, 'kind' | 'quote_number' | 'insurance_score' | 'price_factors'> & {
  carrier: string
}

type Amount =
  | 'dwelling_coverage'
  | 'other_structures'
  | 'personal_property'
  | 'loss_of_use'
  | 'personal_liability'
  | 'medical_payments'
type Deductible = 'deductible' | 'wind_hail_deductible'

/** Dollars a year that one more dollar of coverage is worth: roughly its market price, by judgment. */
const COVERAGE_WORTH = [
  ['dwelling_coverage', 0.004],
  ['personal_property', 0.0008],
  ['loss_of_use', 0.0004],
  ['personal_liability', 0.0001],
  ['other_structures', 0.0005],
  ['medical_payments', 0.001],
] as const satisfies readonly (readonly [field: Amount, worth: number])[]

/** Yearly claim frequency: one insured home in 18, a third of them for wind and hail. By judgment. */
const DEDUCTIBLES = [
  ['deductible', 0.037],
  ['wind_hail_deductible', 0.018],
] as const satisfies readonly (readonly [field: Deductible, chance: number])[]

const FORM_WORTH: Readonly<Partial<Record<HomeOffer['policy_form'], number>>> = { 'HO-5': 60 }

const formWorth = ({ policy_form }: Rankable): number => FORM_WORTH[policy_form] ?? 0

const amountOf = (offer: Rankable, field: Deductible): number => offer[field] ?? offer.deductible

const netAnnualCost = (offer: Rankable): number =>
  offer.annual_price +
  DEDUCTIBLES.reduce((sum, [field, chance]) => sum + chance * amountOf(offer, field), 0) -
  COVERAGE_WORTH.reduce((sum, [field, worth]) => sum + worth * offer[field], 0) -
  formWorth(offer)

const advantages = (offer: Rankable, other: Rankable): Advantage[] => {
  const storms = offer.wind_hail_deductible !== undefined || other.wind_hail_deductible !== undefined
  const { policy_form: form } = offer
  return [
    ...COVERAGE_WORTH.flatMap(([code]) => {
      const more = offer[code] - other[code]
      return more > 0 ? [{ code, facts: { more } }] : []
    }),
    ...DEDUCTIBLES.flatMap(([code]) => {
      const less = amountOf(other, code) - amountOf(offer, code)
      return less > 0 && (code === 'deductible' || storms) ? [{ code, facts: { less } }] : []
    }),
    ...(formWorth(offer) > formWorth(other)
      ? [{ code: 'policy_form' as const, facts: { form, other: other.policy_form } }]
      : []),
  ]
}

export const rankHomeOffers = rankBy<Rankable>({ netAnnualCost, advantages })
