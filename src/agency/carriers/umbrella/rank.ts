import { rankBy } from '../contract/rank.ts'
import type { Advantage } from '../contract/recommendation.ts'
import type { UmbrellaOffer } from './carrier.ts'
import { inThousands } from './underlying-limits.ts'

export type RankableUmbrella = Pick<
  UmbrellaOffer,
  'annual_price' | 'coverage_limit' | 'price_range' | 'minimum_auto_limits' | 'minimum_home_liability_limit'
> & { carrier: string }

/**
 * Dollars a year per dollar, by judgment: another million costs $50 to $100, half of an estimate's possible
 * increase happens, and raising underlying limits costs this much per dollar of coverage.
 */
const COVERAGE_WORTH = 0.00005
const INCREASE_WEIGHT = 0.5
const AUTO_LIMIT_COST = 0.0003
const HOME_LIMIT_COST = 0.0001

const possibleIncrease = ({ price_range, annual_price }: RankableUmbrella): number =>
  price_range.high - annual_price

const netAnnualCost = (offer: RankableUmbrella): number =>
  offer.annual_price -
  COVERAGE_WORTH * offer.coverage_limit +
  INCREASE_WEIGHT * possibleIncrease(offer) +
  AUTO_LIMIT_COST * offer.minimum_auto_limits.per_person +
  HOME_LIMIT_COST * offer.minimum_home_liability_limit

const advantages = (offer: RankableUmbrella, other: RankableUmbrella): Advantage[] => {
  const more = offer.coverage_limit - other.coverage_limit
  const certain = possibleIncrease(other) - possibleIncrease(offer)
  const { minimum_auto_limits: auto, minimum_home_liability_limit: limit } = offer
  return [
    ...(more > 0 ? [{ code: 'coverage_limit', facts: { more } } as const] : []),
    ...(certain > 0
      ? [{ code: possibleIncrease(offer) === 0 ? 'final_price' : 'smaller_increase' } as const]
      : []),
    ...(auto.per_person < other.minimum_auto_limits.per_person
      ? [{ code: 'auto_limits', facts: { limits: inThousands(auto) } } as const]
      : []),
    ...(limit < other.minimum_home_liability_limit
      ? [{ code: 'home_limit', facts: { limit } } as const]
      : []),
  ]
}

export const rankUmbrellaOffers = rankBy<RankableUmbrella>({ netAnnualCost, advantages })
