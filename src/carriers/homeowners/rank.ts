import { usd } from '../../line/fields/money.ts'
import { rankBy } from '../contract/rank.ts'
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
type Excess = 'deductible' | 'wind_hail_deductible'

/** What a dollar more of cover is worth a year. Judgement: about what the market asks for it. */
const COVER: readonly (readonly [field: Amount, worth: number, words: string])[] = [
  ['dwelling_coverage', 0.004, 'cover for the house'],
  ['personal_property', 0.0008, 'cover for belongings'],
  ['loss_of_use', 0.0004, 'for living elsewhere after a loss'],
  ['personal_liability', 0.0001, 'liability'],
  ['other_structures', 0.0005, 'for garages and fences'],
  ['medical_payments', 0.001, 'for medical bills of guests'],
]

/** How likely a year is to cost the deductible: about one insured home in 18 claims, a third of them for wind and hail. Judgement. */
const EXCESS: readonly (readonly [field: Excess, chance: number, words: string])[] = [
  ['deductible', 0.037, 'deductible'],
  ['wind_hail_deductible', 0.018, 'deductible for wind and hail'],
]

/** Belongings covered against everything that is not excluded. */
const FORM_WORTH: Readonly<Partial<Record<HomeOffer['policy_form'], number>>> = { 'HO-5': 60 }

/** Wind and hail fall under the ordinary deductible where they have none of their own. */
const excessOf = (offer: Rankable, field: Excess): number => offer[field] ?? offer.deductible

/** The price of a year, plus what a claim would cost on average, less what the cover is worth. Lower is better. */
export const yearOfCover = (offer: Rankable): number =>
  offer.annual_price +
  EXCESS.reduce((sum, [field, chance]) => sum + chance * excessOf(offer, field), 0) -
  COVER.reduce((sum, [field, worth]) => sum + worth * offer[field], 0) -
  (FORM_WORTH[offer.policy_form] ?? 0)

const better = (offer: Rankable, other: Rankable): string[] => {
  const storms = offer.wind_hail_deductible !== undefined || other.wind_hail_deductible !== undefined
  return [
    ...COVER.flatMap(([field, , words]) => {
      const more = offer[field] - other[field]
      return more > 0 ? [`${usd(more)} more ${words}`] : []
    }),
    ...EXCESS.flatMap(([field, , words]) => {
      const less = excessOf(other, field) - excessOf(offer, field)
      return less > 0 && (field === 'deductible' || storms) ? [`a ${usd(less)} lower ${words}`] : []
    }),
  ]
}

/** The offers for one property. */
export const rankHomeOffers = rankBy<Rankable>({ yearOfCover, better })
