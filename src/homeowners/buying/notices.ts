import type { OfferRow } from '../../line/offers/store.ts'
import { type Notice, noticesBeforeAll } from '../../rules/notices.ts'
import type { Application } from '../application/application.ts'
import { homePlace } from '../quoting/home-place.ts'
import type { StoredOffer } from '../quoting/offers.ts'

export const homeNotices = (application: Application, selected: readonly OfferRow[]): Notice[] =>
  noticesBeforeAll(
    selected.map(({ item, offer }) => {
      const { wind_hail_deductible, admitted } = offer as StoredOffer & { admitted?: boolean }
      return {
        line: 'homeowners',
        state: homePlace({ application }, item).state,
        surplus: admitted === false,
        windDeductible: wind_hail_deductible !== undefined,
      }
    }),
  )
