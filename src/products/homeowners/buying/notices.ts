import { type Notice, noticesBeforeAll } from '../../../agency/rules/notices.ts'
import { type OfferedCoverage, offeredBefore } from '../../../agency/rules/offered.ts'
import type { Application } from '../application/application.ts'
import { homePlace } from '../quoting/home-place.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'

export const homeOffered = (application: Application, selected: readonly HomeOfferRow[]): OfferedCoverage[] =>
  offeredBefore(
    selected.map(({ item }) => ({ line: 'homeowners', state: homePlace({ application }, item).state })),
  )

export const homeNotices = (application: Application, selected: readonly HomeOfferRow[]): Notice[] =>
  noticesBeforeAll(
    selected.map(({ item, offer }) => ({
      line: 'homeowners',
      state: homePlace({ application }, item).state,
      surplus: offer.admitted === false,
      windDeductible: offer.wind_hail_deductible !== undefined,
    })),
  )
