import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import type { HomeCarrier, HomeOffer } from '../../../agency/carriers/homeowners/carrier.ts'
import { type PriceChange, priceChange } from '../../../agency/carriers/homeowners/price-change.ts'
import type { App } from '../../../platform/app.ts'
import { carriersOf } from '../../line/offers/carriers.ts'
import { findOffers, listOffers, type OfferRow, offersBefore, type Stored } from '../../line/offers/store.ts'
import type { Risk } from '../../line/stops/rule.ts'
import { publicStatus } from '../application/statuses.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

export type StoredOffer = Stored<HomeOffer>

export type HomeOfferRow = OfferRow<StoredOffer>

export const homeOffers = {
  list: listOffers<StoredOffer>,
  find: findOffers<StoredOffer>,
  before: offersBefore<StoredOffer>,
}

export const offersOf = async (app: App, intake: HomeownersIntakeRecord): Promise<HomeOfferRow[]> =>
  publicStatus(intake.status).status === 'quoted' ? homeOffers.list(app.db, intake) : []

export const homeCarriers = carriersOf<HomeCarrier>('homeowners')

export const homePlace = (
  { application: { homes } }: Pick<HomeownersIntakeRecord, 'application'>,
  item: string,
): Pick<Risk, 'state' | 'zip'> => {
  const { state = '', zip } = homes.find(({ property_id }) => property_id === item) ?? {}
  return { state, zip }
}

/** The homeowner sees the whole offer. An operator sees nothing that comes from a credit report. */
type OfferAsShown = (row: HomeOfferRow) => StoredOffer

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
