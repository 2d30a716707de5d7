import type { OfferRow } from './store.ts'

export type OfferSummary = {
  quote_count: number
  cheapest_annual_premium: number
  cheapest_carrier: string
  recommended_annual_premium?: number
  recommended_carrier?: string
}

const ofOneHome = (rows: readonly OfferRow[]): OfferRow[] => {
  const [home] = rows.map(({ item }) => item).toSorted()
  return rows.filter(({ item }) => item === home)
}

export const offerSummary = (rows: readonly OfferRow[]): OfferSummary | null => {
  const standing = ofOneHome(
    rows.filter(({ superseded_at, refused_at }) => superseded_at === null && refused_at === null),
  )
  const [first] = standing
  if (!first) return null
  const priced = standing.map(({ offer }) => offer)
  const cheapest = priced.reduce((best, offer) => (offer.annual_price < best.annual_price ? offer : best))
  const { offer: recommended } = standing.find(row => row.recommended) ?? first
  return {
    quote_count: standing.length,
    cheapest_annual_premium: cheapest.annual_price,
    cheapest_carrier: cheapest.carrier,
    ...(standing.length > 1 && {
      recommended_annual_premium: recommended.annual_price,
      recommended_carrier: recommended.carrier,
    }),
  }
}
