import type { Advantage, Recommendation } from './recommendation.ts'

type Priced = { carrier: string; annual_price: number; admitted?: boolean }

const isSurplus = ({ admitted }: Priced): boolean => admitted === false

type Comparison<T> = {
  netAnnualCost(offer: T): number
  advantages(offer: T, other: T): Advantage[]
}

export type Ranked<T> = {
  offer: T
  rank: number
  recommended: Recommendation | null
}

const reasonFor = <T extends Priced>(
  offer: T,
  offers: readonly T[],
  advantages: Comparison<T>['advantages'],
): Recommendation | null => {
  const price = offer.annual_price
  const [first = offer, ...others] = offers
  if (others.length === 0) return null
  const cheapest = others.reduce(
    (least, other) => (other.annual_price < least.annual_price ? other : least),
    first,
  )
  const more = price - cheapest.annual_price
  if (more > 0)
    return {
      code: 'worth_more',
      more,
      isAdmitted: isSurplus(cheapest) && !isSurplus(offer),
      gained: advantages(offer, cheapest),
      lost: advantages(cheapest, offer),
    }
  const ties = offers.filter(({ annual_price }) => annual_price === price).length
  return ties > 1
    ? { code: 'among_lowest', price, ties }
    : { code: 'lowest_price', price, count: offers.length }
}

/** A surplus lines offer never stands above one of an admitted insurer. */
export const rankBy =
  <T extends Priced>({ netAnnualCost, advantages }: Comparison<T>) =>
  <O extends T>(offers: readonly O[]): Ranked<O>[] => {
    const best = offers.toSorted(
      (a, b) =>
        Number(isSurplus(a)) - Number(isSurplus(b)) ||
        netAnnualCost(a) - netAnnualCost(b) ||
        a.annual_price - b.annual_price ||
        (a.carrier < b.carrier ? -1 : 1),
    )
    return best.map((offer, at) => ({
      offer,
      rank: at + 1,
      recommended: at === 0 ? reasonFor(offer, best, advantages) : null,
    }))
  }
