import { coverageDifferences } from '../../../agency/carriers/contract/coverages.ts'
import type { HomeAnswer } from '../../../agency/carriers/homeowners/carrier.ts'
import type { PriceChange } from '../../../agency/carriers/homeowners/price-change.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { insuredNames, unnamedOwners } from '../../../agency/policies/terms.ts'
import { droppedFrom } from '../../../agency/policies/versions.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { ShownPolicy } from '../../line/aftersale/shown-policy.ts'
import { say } from '../../line/fields/say.ts'
import { offerEnd, previousPrice, recommendationOf } from '../../line/offers/offer.ts'
import type { KeptReply } from '../../line/offers/replies.ts'
import { addressOf, type Home } from '../application/application.ts'
import { coverageRows } from '../buying/coverage-rows.ts'
import { lacksLimits } from '../buying/evidence.ts'
import { type HomeOfferRow, priceChangeOf, toHomeowner } from '../quoting/offers.ts'
import { isEstimate } from '../quoting/risk.ts'

export type QuotedHomes = {
  offers: readonly HomeOfferRow[]
  before: readonly HomeOfferRow[]
  replies: readonly KeptReply<HomeAnswer>[]
  policies: readonly (Policy & { shown: ShownPolicy })[]
  nameOf: (carrierId: string) => string
  now: Date
}

const changeOf = (row: HomeOfferRow, { before, offers }: QuotedHomes): PriceChange | null => {
  const from = previousPrice(row, offers)
  return from === null
    ? priceChangeOf(row, before, toHomeowner)
    : { from, to: toHomeowner(row).annual_price, because: [say('The insurance company changed its price.')] }
}

export type PortalOffer = ReturnType<typeof offerOf>

const offerOf = (row: HomeOfferRow, home: Home, quoted: QuotedHomes) => {
  const { before, now } = quoted
  const { recommended_because: _, ...offer } = toHomeowner(row)
  const end = offerEnd(row, now)
  return {
    ...offer,
    offer_id: row.offer_id,
    property_id: row.item,
    rank: row.rank,
    ...recommendationOf(row, quoted.offers.filter(({ item }) => item === row.item).length),
    is_estimate: isEstimate(home),
    expires_at: row.expires_at.toISOString(),
    expires_on: dayIn(home.state ?? '', row.expires_at),
    coverages: coverageRows(offer, home.state),
    differs: coverageDifferences(home, row.offer),
    illustrative: offer.illustrative ?? true,
    selected: row.selected_at !== null,
    chosenBefore: before.some(
      old => old.selected_at !== null && old.item === row.item && old.carrier_id === row.carrier_id,
    ),
    unavailable: end === 'superseded' ? 'expired' : end,
    change: changeOf(row, quoted),
  }
}

const declineOf = ({ carrier_id, reply }: KeptReply<HomeAnswer>, nameOf: QuotedHomes['nameOf']) => {
  if (reply.kind !== 'decline') return []
  const { reason_code, reason } = reply
  return [{ carrier: nameOf(carrier_id), reason_code, reason }]
}

export type PortalPolicy = ReturnType<typeof portalPolicy>

const portalPolicy = (policy: QuotedHomes['policies'][number]) => ({
  ...policy.shown,
  property_id: policy.item,
  address: policy.location.lines.join(', '),
  insureds: insuredNames(policy),
  /** Owners on the application that the carrier may not know of. */
  unnamed_owners: unnamedOwners(policy).filter(name => !insuredNames(policy).includes(name)),
  lenders: policy.terms.interests.flatMap(({ kind, clause, name }) =>
    kind === 'mortgagee' ? [clause ?? name] : [],
  ),
  coverages: policy.coverages,
  areLimitsOld: lacksLimits(policy),
  dropped: policy.versions[0] ? droppedFrom(policy.versions[0].terms, policy.terms) : [],
  documents: policy.documents.map(({ document_id, kind, filename }) => ({ document_id, kind, filename })),
})

export type PortalHome = ReturnType<typeof portalHomes>[number]

export const portalHomes = (homes: readonly Home[], quoted: QuotedHomes) =>
  homes.map((home, index) => {
    const isThis = ({ item }: { item: string }): boolean => item === home.property_id
    const policy = quoted.policies.find(isThis)
    return {
      property_id: home.property_id,
      address: addressOf(home, index),
      offers: policy ? [] : quoted.offers.filter(isThis).map(row => offerOf(row, home, quoted)),
      declines: quoted.replies.filter(isThis).flatMap(reply => declineOf(reply, quoted.nameOf)),
      policy: policy ? portalPolicy(policy) : null,
    }
  })
