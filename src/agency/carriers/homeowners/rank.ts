import { usd } from '../../../platform/values/money.ts'
import { rankBy } from '../contract/rank.ts'
import { say } from '../contract/say.ts'
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
  ['dwelling_coverage', 0.004, '{more} more dwelling coverage'],
  ['personal_property', 0.0008, '{more} more personal property coverage'],
  ['loss_of_use', 0.0004, '{more} more for living expenses after a loss'],
  ['personal_liability', 0.0001, '{more} more liability coverage'],
  ['other_structures', 0.0005, '{more} more for garages and fences'],
  ['medical_payments', 0.001, "{more} more for guests' medical bills"],
] as const satisfies readonly (readonly [field: Amount, worth: number, words: string])[]

/** Yearly claim frequency: one insured home in 18, a third of them for wind and hail. By judgment. */
const DEDUCTIBLES = [
  ['deductible', 0.037, 'a {less} lower deductible'],
  ['wind_hail_deductible', 0.018, 'a {less} lower storm deductible'],
] as const satisfies readonly (readonly [field: Deductible, chance: number, words: string])[]

const FORM_WORTH: Readonly<Partial<Record<HomeOffer['policy_form'], number>>> = { 'HO-5': 60 }

const formWorth = ({ policy_form }: Rankable): number => FORM_WORTH[policy_form] ?? 0

const amountOf = (offer: Rankable, field: Deductible): number => offer[field] ?? offer.deductible

const netAnnualCost = (offer: Rankable): number =>
  offer.annual_price +
  DEDUCTIBLES.reduce((sum, [field, chance]) => sum + chance * amountOf(offer, field), 0) -
  COVERAGE_WORTH.reduce((sum, [field, worth]) => sum + worth * offer[field], 0) -
  formWorth(offer)

const advantages = (offer: Rankable, other: Rankable): string[] => {
  const storms = offer.wind_hail_deductible !== undefined || other.wind_hail_deductible !== undefined
  return [
    ...COVERAGE_WORTH.flatMap(([field, , words]) => {
      const more = offer[field] - other[field]
      return more > 0 ? [say(words, { more: usd(more) })] : []
    }),
    ...DEDUCTIBLES.flatMap(([field, , words]) => {
      const less = amountOf(other, field) - amountOf(offer, field)
      return less > 0 && (field === 'deductible' || storms) ? [say(words, { less: usd(less) })] : []
    }),
    ...(formWorth(offer) > formWorth(other)
      ? [
          say('the {form} policy form instead of {other}', {
            form: offer.policy_form,
            other: other.policy_form,
          }),
        ]
      : []),
  ]
}

export const rankHomeOffers = rankBy<Rankable>({ netAnnualCost, advantages })
