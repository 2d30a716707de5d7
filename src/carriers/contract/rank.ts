import { usd } from '../../line/fields/money.ts'
import { inSentence } from './in-sentence.ts'

type Priced = { carrier: string; annual_price: number }

/** How the offers of a line compare. */
type Comparison<T> = {
  /** The price of a year, less what the offer has for it in dollars. Lower is better. */
  yearOfCover(offer: T): number
  /** What the first has and the second has not, in words. */
  better(offer: T, other: T): string[]
}

export type Ranked<T> = {
  offer: T
  rank: number
  /** Why this one is recommended; the others have no reason. */
  recommended: { reason: string } | false
}

/** `offers` best first: of two at the lowest price it is compared with the better one. */
const reasonFor = <T extends Priced>(
  offer: T,
  offers: readonly T[],
  better: Comparison<T>['better'],
): string => {
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
  const gained = inSentence(better(offer, cheapest)) || 'broader cover'
  const lost = inSentence(better(cheapest, offer))
  return `${usd(more)} a year more than the lowest price, but with ${gained}.${lost && ` The cheapest offer has ${lost}.`}`
}

/** Best first; equal ones by price, then by carrier. The first is recommended. */
export const rankBy =
  <T extends Priced>({ yearOfCover, better }: Comparison<T>) =>
  <O extends T>(offers: readonly O[]): Ranked<O>[] => {
    const best = offers.toSorted(
      (a, b) =>
        yearOfCover(a) - yearOfCover(b) ||
        a.annual_price - b.annual_price ||
        (a.carrier < b.carrier ? -1 : 1),
    )
    return best.map((offer, at) => ({
      offer,
      rank: at + 1,
      recommended: at === 0 && { reason: reasonFor(offer, best, better) },
    }))
  }
