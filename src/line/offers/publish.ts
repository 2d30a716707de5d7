import type { App } from '../../app.ts'
import type { CreditPart } from '../../carriers/contract/answers.ts'
import type { Ranked } from '../../carriers/contract/rank.ts'
import { DAY, later } from '../../lib/clock.ts'
import { randomId } from '../../lib/ids.ts'
import type { CarrierInfo } from '../wire/carrier-info.ts'
import { offerEnd } from './offer.ts'
import type { KeptReply } from './replies.ts'
import type { NewOffer, OfferRow, Quoting, Rank } from './store.ts'

const OFFERS_LIVE = 30 * DAY

export const NO_RESPONSE = {
  kind: 'decline',
  reason_code: 'no_response',
  reason: 'The carrier did not answer in time.',
} as const

export type QuoteReply = CreditPart & {
  kind: 'offer' | 'decline'
  reason_code?: string
  reason?: string
  valid_until?: string
}

export type Stored<Offer> = Omit<Offer, 'kind' | 'valid_until' | keyof CreditPart> & {
  carrier: string
  illustrative: boolean
  /** Only on offers of surplus lines insurers. */
  admitted?: false
  carrier_info?: CarrierInfo
  recommended_because?: string
}

type Placed<Offer> = Offer & { item: string; carrier_id: string; offer_id?: string; valid_until?: string }

type Named = {
  nameOf(carrierId: string): string
  illustrates(carrierId: string): boolean
  isSurplus(carrierId: string, item: string): boolean
  infoOf(carrierId: string): CarrierInfo | undefined
}

const offersIn = <Offer>(
  replies: readonly KeptReply<QuoteReply>[],
  { nameOf, illustrates, isSurplus, infoOf }: Named,
): Placed<Offer>[] =>
  replies.flatMap(({ item, carrier_id, reply }) => {
    if (reply.kind !== 'offer') return []
    const { kind: _, consumer_report: _report, score_reasons: _reasons, ...offer } = reply
    const carrier_info = infoOf(carrier_id)
    const from = {
      carrier: nameOf(carrier_id),
      illustrative: illustrates(carrier_id),
      ...(isSurplus(carrier_id, item) && { admitted: false }),
      ...(carrier_info && { carrier_info }),
    }
    return [{ item, carrier_id, ...offer, ...from } as unknown as Placed<Offer>]
  })

const publishedOffer = <Offer>({ offer, item, carrier_id, offer_id }: OfferRow): Placed<Offer> => {
  const { recommended_because: _, ...plain } = offer as Stored<object>
  return { ...plain, item, carrier_id, offer_id } as unknown as Placed<Offer>
}

const place = <Offer extends object>({ offer: placed, rank, recommended }: Ranked<Placed<Offer>>) => {
  const { item, carrier_id, offer_id, valid_until, ...offer } = placed
  return {
    item,
    carrier_id,
    offer_id,
    valid_until,
    rank,
    recommended: recommended !== false,
    offer: { ...offer, ...(recommended && { recommended_because: recommended.reason }) },
  }
}

type Ranking<Offer> = Named & {
  replies: readonly KeptReply<QuoteReply>[]
  published: readonly OfferRow[]
  rank<O extends Offer>(offers: readonly O[]): Ranked<O>[]
}

const standingIn = (published: readonly OfferRow[], now: Date): readonly OfferRow[] =>
  published.filter(row => offerEnd(row, now) === null)

export const offerRows = <Offer extends object>(
  { clock, random }: App,
  { uid, revision }: Quoting,
  { rank, replies, published, ...named }: Ranking<Offer>,
): { added: NewOffer[]; moved: Rank[] } => {
  const now = clock.now()
  const fresh = offersIn<Offer>(replies, named)
  const standing = standingIn(published, now).map(publishedOffer<Offer>)
  const added: NewOffer[] = []
  const moved: Rank[] = []
  for (const item of new Set(fresh.map(offer => offer.item)))
    for (const ranked of rank([...standing, ...fresh].filter(offer => offer.item === item))) {
      const { offer_id, valid_until, ...row } = place<Offer>(ranked)
      if (offer_id === undefined)
        added.push({
          ...row,
          offer_id: randomId(random, 'off'),
          uid,
          revision,
          published_at: now,
          expires_at: valid_until === undefined ? later(now, OFFERS_LIVE) : new Date(valid_until),
        })
      else moved.push({ offer_id, rank: row.rank, recommended: row.recommended, offer: row.offer })
    }
  return { added, moved }
}

/** One that can no longer be bought goes to the end, and the best of the others is recommended. */
export const ranksWithout = <Offer extends object>(
  ended: OfferRow,
  { published, now, rank }: Pick<Ranking<Offer>, 'published' | 'rank'> & { now: Date },
): Rank[] => {
  const standing = standingIn(published, now)
    .filter(({ item, offer_id }) => item === ended.item && offer_id !== ended.offer_id)
    .map(publishedOffer<Offer>)
  const { recommended_because: _, ...offer } = ended.offer as Stored<object>
  return [
    ...rank(standing).map(ranked => {
      const { offer_id = '', rank: at, recommended, offer: kept } = place<Offer>(ranked)
      return { offer_id, rank: at, recommended, offer: kept }
    }),
    { offer_id: ended.offer_id, rank: standing.length + 1, recommended: false, offer },
  ]
}
