import { type Notice, noticesBeforeAll } from '../../../agency/rules/notices.ts'
import type { Application } from '../application/application.ts'
import { homePlace } from '../quoting/home-place.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'

export const homeNotices = (application: Application, selected: readonly HomeOfferRow[]): Notice[] =>
  noticesBeforeAll(
    selected.map(({ item, offer }) => ({
      line: 'homeowners',
      state: homePlace({ application }, item).state,
      surplus: offer.admitted === false,
      windDeductible: offer.wind_hail_deductible !== undefined,
    })),
  )
