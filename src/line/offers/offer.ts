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
