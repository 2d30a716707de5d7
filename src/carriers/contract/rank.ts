import { usd } from '../../line/fields/money.ts'

type Priced = { carrier: string; annual_price: number; admitted?: boolean }

const isSurplus = ({ admitted }: Priced): boolean => admitted === false

const ADMITTED = 'the protection of your state’s guaranty fund'

type Comparison<T> = {
  netAnnualCost(offer: T): number
  advantages(offer: T, other: T): string[]
}

export type Ranked<T> = {
  offer: T
  rank: number
  recommended: { reason: string } | false
}

const list = new Intl.ListFormat('en-US')

const reasonFor = <T extends Priced>(
  offer: T,
  offers: readonly T[],
  advantages: Comparison<T>['advantages'],
): string => {
  const price = `${usd(offer.annual_price)} a year`
  const [first = offer, ...others] = offers
  if (others.length === 0) return `The only offer, at ${price}.`
  const cheapest = others.reduce(
    (least, other) => (other.annual_price < least.annual_price ? other : least),
    first,
  )
  const more = offer.annual_price - cheapest.annual_price
  if (more === 0) return `The lowest price of ${offers.length} offers at ${price}, and the best value.`
  const backed = isSurplus(cheapest) && !isSurplus(offer) ? [ADMITTED] : []
  const gained = list.format([...backed, ...advantages(offer, cheapest)]) || 'broader coverage'
  const lost = list.format(advantages(cheapest, offer))
  return `Costs ${usd(more)} a year more than the cheapest offer, but has ${gained}.${lost && ` The cheapest offer has ${lost}.`}`
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
      recommended: at === 0 && { reason: reasonFor(offer, best, advantages) },
    }))
  }
