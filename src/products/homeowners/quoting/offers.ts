import type { HomeOffer } from '../../../agency/carriers/homeowners/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { findOffers, listOffers, type OfferRow, offersBefore } from '../../line/offers/store.ts'
import type { Stored } from '../../line/offers/stored-offer.ts'
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
