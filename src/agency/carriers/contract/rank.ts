import { inLocale } from '../../../platform/language/language.ts'
import { usd } from '../../../platform/values/money.ts'
import { say } from './say.ts'

type Priced = { carrier: string; annual_price: number; admitted?: boolean }

const isSurplus = ({ admitted }: Priced): boolean => admitted === false

type Comparison<T> = {
  netAnnualCost(offer: T): number
  advantages(offer: T, other: T): string[]
}

export type Ranked<T> = {
  offer: T
  rank: number
  recommended: { reason: string } | false
}

const lists = inLocale(name => new Intl.ListFormat(name))

const reasonFor = <T extends Priced>(
  offer: T,
  offers: readonly T[],
  advantages: Comparison<T>['advantages'],
): string => {
  const price = usd(offer.annual_price)
  const [first = offer, ...others] = offers
  if (others.length === 0) return say('The only offer, at {price} a year.', { price })
  const cheapest = others.reduce(
    (least, other) => (other.annual_price < least.annual_price ? other : least),
    first,
  )
  const more = offer.annual_price - cheapest.annual_price
  const ties = offers.filter(({ annual_price }) => annual_price === cheapest.annual_price).length
  if (more === 0 && ties > 1)
    return say('One of {ties} offers at the lowest price, {price} a year.', { ties, price })
  if (more === 0)
    return say('The lowest price of {count} offers, at {price} a year.', { count: offers.length, price })
  const gained = lists().format(advantages(offer, cheapest))
  const lost = lists().format(advantages(cheapest, offer))
  return [
    ...(isSurplus(cheapest) && !isSurplus(offer)
      ? [say('Admitted insurer; the cheapest offer is from a surplus lines insurer.')]
      : []),
    gained === ''
      ? say('Costs {more} a year more than the cheapest offer.', { more: usd(more) })
      : say('Costs {more} a year more than the cheapest offer, but has {gained}.', {
          more: usd(more),
          gained,
        }),
    ...(lost === '' ? [] : [say('The cheapest offer has {lost}.', { lost })]),
  ].join(' ')
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
