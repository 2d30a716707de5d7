import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import { type PriceChange, priceChange } from '../../../agency/carriers/homeowners/price-change.ts'
import type { HomeOfferRow, StoredOffer } from './offers.ts'

/** The homeowner sees the whole offer. An operator sees nothing that comes from a credit report. */
export type OfferAsShown = (row: HomeOfferRow) => StoredOffer

export const toHomeowner: OfferAsShown = ({ offer }) => offer

export const toOperator: OfferAsShown = ({ offer }) => ({
  ...offer,
  price_factors: offer.price_factors.filter(({ factor }) => !isAboutCredit(factor)),
})

export const priceChangeOf = (
  now: HomeOfferRow,
  before: readonly HomeOfferRow[],
  shown: OfferAsShown,
): PriceChange | null => {
  const old = before.find(({ carrier_id, item }) => carrier_id === now.carrier_id && item === now.item)
  return old ? priceChange(shown(old), shown(now)) : null
}

export const largestMove = (
  offers: readonly HomeOfferRow[],
  before: readonly HomeOfferRow[],
  shown: OfferAsShown,
): (PriceChange & { property_id: string }) | null =>
  offers
    .filter(({ recommended }) => recommended)
    .flatMap(row => {
      const move = priceChangeOf(row, before, shown)
      return move && move.from !== move.to ? [{ property_id: row.item, ...move }] : []
    })
    .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))[0] ?? null
