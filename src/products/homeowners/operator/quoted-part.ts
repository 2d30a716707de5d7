import { coverageDifferences } from '../../../agency/carriers/contract/coverages.ts'
import type { App } from '../../../platform/app.ts'
import { monthlyPart, wireTerms } from '../../line/buying/billing.ts'
import { previousPrice, recommendationOf } from '../../line/offers/offer.ts'
import { shownFactors } from '../../line/wire/answer-schema.ts'
import { type Home, isInsured } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type HomeOfferRow, homeOffers, largestMove, toOperator } from '../quoting/offers.ts'
import { isEstimate } from '../quoting/risk.ts'
import { declinesOf, type refusalsOf } from './declines-view.ts'
import type { WireOffer } from './quotes-response.ts'

const estimatedHomes = ({ application }: HomeownersIntakeRecord): Set<string | null> =>
  new Set(application.homes.filter(isEstimate).map(({ property_id }) => property_id))

const wireOffer = (
  row: HomeOfferRow,
  {
    estimated,
    offered,
    all,
    homes,
  }: Record<'offered' | 'all', readonly HomeOfferRow[]> & {
    estimated: Set<string | null>
    homes: readonly Home[]
  },
): WireOffer => {
  const { recommended_because: _, ...offer } = toOperator(row)
  const previous_price = previousPrice(row, all)
  const home = homes.find(({ property_id }) => property_id === row.item)
  const differs_from_request = home ? coverageDifferences(home, row.offer) : []
  return {
    ...offer,
    price_factors: shownFactors(offer.price_factors),
    ...wireTerms(offer, 'carrier_direct'),
    illustrative: offer.illustrative ?? true,
    ...(previous_price !== null && { previous_price }),
    ...(differs_from_request.length > 0 && { differs_from_request }),
    offer_id: row.offer_id,
    property_id: row.item,
    ...monthlyPart(offer),
    ...recommendationOf(row, offered.filter(({ item }) => item === row.item).length),
    rank: row.rank,
    is_estimate: estimated.has(row.item),
    expires_at: row.expires_at.toISOString(),
  }
}

const changeOf = async (app: App, intake: HomeownersIntakeRecord, offers: readonly HomeOfferRow[]) => {
  if (offers.length === 0 || intake.revision === 1) return {}
  const price_change = largestMove(offers, await homeOffers.before(app.db, intake), toOperator)
  return price_change ? { price_change } : {}
}

/** Once a home is insured, its offers are history. So is an offer that its carrier refused or withdrew. */
const isOffered = ({ application }: HomeownersIntakeRecord) => {
  const insured = application.homes.filter(isInsured).map(({ property_id }) => property_id)
  return ({ superseded_at, refused_at, item }: HomeOfferRow) =>
    superseded_at === null && refused_at === null && !insured.includes(item)
}

export const quotedPart = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, refusals }: { offers: readonly HomeOfferRow[]; refusals: Awaited<ReturnType<typeof refusalsOf>> },
) => {
  const rows = offers.filter(isOffered(intake))
  const estimated = estimatedHomes(intake)
  return {
    offers: rows.map(row =>
      wireOffer(row, { estimated, offered: rows, all: offers, homes: intake.application.homes }),
    ),
    declines: intake.status === 'withdrawn' ? [] : [...(await declinesOf(app, intake)), ...refusals],
    ...(await changeOf(app, intake, rows)),
  }
}
