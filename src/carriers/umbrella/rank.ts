import { usd } from '../../line/fields/money.ts'
import { rankBy } from '../contract/rank.ts'
import type { UmbrellaOffer } from './carrier.ts'
import { inThousands } from './underlying-limits.ts'

export type RankableUmbrella = Pick<
  UmbrellaOffer,
  'annual_price' | 'coverage_limit' | 'price_range' | 'minimum_auto_limits' | 'minimum_home_liability_limit'
> & { carrier: string }

// Dollars a year, by judgement: a further million costs $50 to $100; half of what an estimate may rise by is expected
// to come; raising the policies underneath costs about this for each dollar more that they must cover.
const WORTH_OF_COVER = 0.00005
const WORTH_OF_CERTAINTY = 0.5
const COST_OF_AUTO = 0.0003
const COST_OF_HOME = 0.0001

const mayRise = ({ price_range, annual_price }: RankableUmbrella): number => price_range.high - annual_price

const yearOfCover = (offer: RankableUmbrella): number =>
  offer.annual_price -
  WORTH_OF_COVER * offer.coverage_limit +
  WORTH_OF_CERTAINTY * mayRise(offer) +
  COST_OF_AUTO * offer.minimum_auto_limits.per_person +
  COST_OF_HOME * offer.minimum_home_liability_limit

const better = (offer: RankableUmbrella, other: RankableUmbrella): string[] => {
  const cover = offer.coverage_limit - other.coverage_limit
  const certain = mayRise(other) - mayRise(offer)
  const { minimum_auto_limits: auto, minimum_home_liability_limit: home } = offer
  return [
    ...(cover > 0 ? [`${usd(cover)} more cover`] : []),
    ...(certain > 0
      ? [
          mayRise(offer) === 0
            ? 'a price that will not rise'
            : `a price that may rise by ${usd(certain)} less`,
        ]
      : []),
    ...(auto.per_person < other.minimum_auto_limits.per_person
      ? [`lower auto limits asked for (${inThousands(auto)})`]
      : []),
    ...(home < other.minimum_home_liability_limit ? [`less home liability asked for (${usd(home)})`] : []),
  ]
}

export const rankUmbrellaOffers = rankBy<RankableUmbrella>({ yearOfCover, better })
