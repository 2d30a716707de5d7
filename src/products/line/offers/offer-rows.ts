import type { CarrierInfo } from '../../../agency/carriers/contract/carrier-info.ts'
import type { Ranked } from '../../../agency/carriers/contract/rank.ts'
import type { App } from '../../../platform/app.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { offerEnd } from './offer.ts'
import type { KeptReply, QuoteReply } from './replies.ts'
import type { AnyStoredOffer, NewOffer, OfferRow, Quoting, Rank } from './store.ts'

const OFFERS_LIVE = 30 * DAY

type Placed<O> = { offer: O; item: string; carrier_id: string; offer_id?: string; valid_until?: string }

type Named = {
  nameOf(carrierId: string): string
  illustrates(carrierId: string): boolean
  isSurplus(carrierId: string, item: string): boolean
  infoOf(carrierId: string): CarrierInfo | undefined
}

type OfferReply = Pick<KeptReply<QuoteReply>, 'item' | 'carrier_id' | 'reply'>

const offersIn = <O extends AnyStoredOffer>(
  replies: readonly OfferReply[],
  { nameOf, illustrates, isSurplus, infoOf }: Named,
): Placed<O>[] =>
  replies.flatMap(({ item, carrier_id, reply }) => {
    if (reply.kind !== 'offer') return []
    const { kind: _, consumer_report: _report, score_reasons: _reasons, valid_until, ...stated } = reply
    const carrier_info = infoOf(carrier_id)
    const offer = {
      ...stated,
      carrier: nameOf(carrier_id),
      illustrative: illustrates(carrier_id),
      ...(isSurplus(carrier_id, item) && { admitted: false }),
      ...(carrier_info && { carrier_info }),
    } as O
    return [{ offer, item, carrier_id, ...(valid_until !== undefined && { valid_until }) }]
  })

const withoutReason = <O extends AnyStoredOffer>(offer: O): O => {
  const { recommended_because: _, ...plain } = offer
  return plain as O
}

const publishedOffer = <O extends AnyStoredOffer>({ offer, item, carrier_id, offer_id }: OfferRow<O>) => ({
  offer: withoutReason(offer),
  item,
  carrier_id,
  offer_id,
})

type Ranker<O> = <T extends O>(offers: readonly T[]) => Ranked<T>[]

const rankPlaced = <O extends AnyStoredOffer, P extends Placed<O>>(placed: readonly P[], rank: Ranker<O>) =>
  rank(placed.map(one => ({ ...one.offer, placed: one }))).map(({ offer: { placed: one }, ...ranked }) => ({
    ...one,
    rank: ranked.rank,
    recommended: ranked.recommended !== null,
    offer: ranked.recommended ? { ...one.offer, recommended_because: ranked.recommended } : one.offer,
  }))

type Ranking<O extends AnyStoredOffer> = Named & {
  replies: readonly OfferReply[]
  published: readonly OfferRow<O>[]
  rank: Ranker<O>
}

const standingIn = <O extends AnyStoredOffer>(published: readonly OfferRow<O>[], now: Date) =>
  published.filter(row => offerEnd(row, now) === null)

export const offerRows = <O extends AnyStoredOffer>(
  { clock, random }: App,
  { uid, revision }: Quoting,
  { rank, replies, published, ...named }: Ranking<O>,
): { added: NewOffer<O>[]; moved: Rank[] } => {
  const now = clock.now()
  const fresh = offersIn<O>(replies, named)
  const standing: Placed<O>[] = standingIn(published, now).map(publishedOffer)
  const added: NewOffer<O>[] = []
  const moved: Rank[] = []
  for (const item of new Set(fresh.map(offer => offer.item)))
    for (const ranked of rankPlaced(
      [...standing, ...fresh].filter(offer => offer.item === item),
      rank,
    )) {
      const { offer_id, valid_until, ...row } = ranked
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

export const ranksWithout = <O extends AnyStoredOffer>(
  ended: OfferRow<O>,
  { published, now, rank }: Pick<Ranking<O>, 'published' | 'rank'> & { now: Date },
): Rank[] => {
  const standing = standingIn(published, now)
    .filter(({ item, offer_id }) => item === ended.item && offer_id !== ended.offer_id)
    .map(publishedOffer)
  return [
    ...rankPlaced(standing, rank).map(({ item: _, carrier_id: _carrier, ...ranked }) => ranked),
    {
      offer_id: ended.offer_id,
      rank: standing.length + 1,
      recommended: false,
      offer: withoutReason(ended.offer),
    },
  ]
}
