import type { App } from '../../app.ts'
import type { HomeOffer } from '../../carriers/homeowners/carrier.ts'
import type { Stored } from '../../line/offers/publish.ts'
import { listOffers, type OfferRow } from '../../line/offers/store.ts'
import { publicStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

export type StoredOffer = Stored<HomeOffer>

export const offersOf = async (app: App, intake: HomeownersIntakeRecord): Promise<OfferRow[]> =>
  publicStatus(intake.status).status === 'quoted' ? listOffers(app.db, intake) : []
