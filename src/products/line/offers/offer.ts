import { recommendationWords } from '../../../agency/carriers/contract/recommendation.ts'
import type { OfferRow } from './store.ts'

export type OfferEnd = 'superseded' | 'refused' | 'expired'

export const offerEnd = (
  { superseded_at, refused_at, expires_at }: Pick<OfferRow, 'superseded_at' | 'refused_at' | 'expires_at'>,
  now: Date,
): OfferEnd | null => {
  if (superseded_at !== null) return 'superseded'
  if (refused_at !== null) return 'refused'
  return expires_at <= now ? 'expired' : null
}

/** A recommendation compares offers, so a single one has none. Offers of older releases had one. */
export const recommendationOf = (
  { recommended, offer: { recommended_because: because } }: Pick<OfferRow, 'recommended' | 'offer'>,
  offered: number,
): { recommended?: boolean; recommended_because?: string } =>
  offered < 2
    ? {}
    : {
        recommended,
        ...(recommended && because !== undefined && { recommended_because: recommendationWords(because) }),
      }

export const previousPrice = (
  row: Pick<OfferRow, 'item' | 'carrier_id' | 'offer'>,
  rows: readonly Pick<OfferRow, 'item' | 'carrier_id' | 'offer' | 'refused_at'>[],
): number | null => {
  const { quote_number, annual_price } = row.offer
  const ended = rows
    .filter(
      ({ item, carrier_id, offer, refused_at }) =>
        refused_at !== null &&
        item === row.item &&
        carrier_id === row.carrier_id &&
        offer.quote_number === quote_number &&
        offer.annual_price !== annual_price,
    )
    .toSorted((a, b) => Number(a.refused_at) - Number(b.refused_at))
  const last = ended.at(-1)
  return last ? last.offer.annual_price : null
}

export const WITHDRAWN = { reason_code: 'offer_withdrawn', reason: 'The carrier withdrew its offer.' }

const quoteOf = ({ item, carrier_id, offer }: Pick<OfferRow, 'item' | 'carrier_id' | 'offer'>): string =>
  `${item}/${carrier_id}/${offer.quote_number}`

/** An offer that was made again at another price counts once, and not at all while it stands. */
export const refusedOffers = <
  Row extends Pick<OfferRow, 'item' | 'carrier_id' | 'offer' | 'superseded_at' | 'refused_at'>,
>(
  offers: readonly Row[],
): Row[] => {
  const standing = offers.filter(({ refused_at }) => refused_at === null).map(quoteOf)
  const refused = offers
    .filter(row => row.superseded_at === null && row.refused_at !== null && !standing.includes(quoteOf(row)))
    .toSorted((a, b) => Number(a.refused_at) - Number(b.refused_at))
  return [...new Map(refused.map(row => [quoteOf(row), row])).values()]
}
