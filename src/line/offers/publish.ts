import type { App } from '../../app.ts'
import type { CreditPart } from '../../carriers/contract/answers.ts'
import type { Ranked } from '../../carriers/contract/rank.ts'
import { DAY, later } from '../../lib/clock.ts'
import { randomId } from '../../lib/ids.ts'
import type { KeptReply } from './replies.ts'
import type { NewOffer, Quoting } from './store.ts'

const OFFERS_LIVE = 30 * DAY

export const NO_RESPONSE = {
  kind: 'decline',
  reason_code: 'no_response',
  reason: 'The carrier did not answer in time.',
} as const

export type QuoteReply = CreditPart & { kind: 'offer' | 'decline'; reason_code?: string; reason?: string }

export type Stored<Offer> = Omit<Offer, 'kind' | keyof CreditPart> & {
  carrier: string
  illustrative: boolean
  recommended_because?: string
}

type Placed<Offer> = Offer & { item: string; carrier_id: string }

const offersIn = <Offer>({
  replies,
  nameOf,
  illustrates,
}: Pick<Ranking<Offer>, 'replies' | 'nameOf' | 'illustrates'>): Placed<Offer>[] =>
  replies.flatMap(({ item, carrier_id, reply }) => {
    if (reply.kind !== 'offer') return []
    const { kind: _, consumer_report: _report, score_reasons: _reasons, ...offer } = reply
    const from = { carrier: nameOf(carrier_id), illustrative: illustrates(carrier_id) }
    return [{ item, carrier_id, ...offer, ...from } as unknown as Placed<Offer>]
  })

const offerRow = <Offer extends object>(
  { clock, random }: App,
  { uid, revision }: Quoting,
  { offer: placed, rank, recommended }: Ranked<Placed<Offer>>,
): NewOffer => {
  const now = clock.now()
  const { item, carrier_id, ...offer } = placed
  return {
    item,
    carrier_id,
    rank,
    offer_id: randomId(random, 'off'),
    uid,
    revision,
    recommended: recommended !== false,
    offer: { ...offer, ...(recommended && { recommended_because: recommended.reason }) },
    published_at: now,
    expires_at: later(now, OFFERS_LIVE),
  }
}

type Ranking<Offer> = {
  replies: readonly KeptReply<QuoteReply>[]
  nameOf(carrierId: string): string
  illustrates(carrierId: string): boolean
  rank<O extends Offer>(offers: readonly O[]): Ranked<O>[]
}

export const offerRows = <Offer extends object>(
  app: App,
  quoting: Quoting,
  { rank, ...asked }: Ranking<Offer>,
): NewOffer[] => {
  const offers = offersIn<Offer>(asked)
  const items = [...new Set(offers.map(({ item }) => item))]
  return items.flatMap(item =>
    rank(offers.filter(offer => offer.item === item)).map(ranked => offerRow(app, quoting, ranked)),
  )
}
