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
