import type { HomeOffer } from './carrier.ts'
import { usd } from './coverage.ts'

export type Rankable = Omit<HomeOffer, 'kind' | 'quote_number' | 'insurance_score' | 'price_factors'> & {
  carrier: string
}

export type Ranked<T extends Rankable> = {
  offer: T
  rank: number
  /** Why this one is recommended; the others have no reason. */
  recommended: { reason: string } | false
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

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const reasonFor = (offer: Rankable, offers: readonly Rankable[]): string => {
  const price = `${usd(offer.annual_price)} a year`
  const [first = offer, ...others] = offers
  if (others.length === 0) return `The only offer, ${price}.`
  const cheapest = others.reduce(
    (least, other) => (other.annual_price < least.annual_price ? other : least),
    first,
  )
  const more = offer.annual_price - cheapest.annual_price
  if (more === 0)
    return `The lowest price of ${offers.length} offers, ${price}, and no other gives more for the money.`
  const gained = listed(better(offer, cheapest)) || 'broader cover'
  const lost = listed(better(cheapest, offer))
  return `${usd(more)} a year more than the lowest price, but with ${gained}.${lost && ` The cheapest offer has ${lost}.`}`
}

/** The offers for one property, best first; equal ones by price, then by carrier. The first is recommended. */
export const rankOffers = <T extends Rankable>(offers: readonly T[]): Ranked<T>[] =>
  offers
    .toSorted(
      (a, b) =>
        yearOfCover(a) - yearOfCover(b) ||
        a.annual_price - b.annual_price ||
        (a.carrier < b.carrier ? -1 : 1),
    )
    .map((offer, at) => ({
      offer,
      rank: at + 1,
      recommended: at === 0 && { reason: reasonFor(offer, offers) },
    }))
