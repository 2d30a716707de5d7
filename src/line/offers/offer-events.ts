import type { App } from '../../app.ts'
import { assertTransaction } from '../../http/transact.ts'
import type { Intake } from '../record/intake.ts'
import { type LateRefusal, type OfferEvent, refused, type Taking } from './late-answer.ts'
import { offerEnd } from './offer.ts'
import { offerRows, type QuoteReply } from './publish.ts'
import type { Ask, OfferIn, QuotingOf } from './quoting-line.ts'
import type { KeptReply } from './replies.ts'
import { insertOffers, listOffers, markRefused, type OfferRow, rankOffer } from './store.ts'

type Tools<S extends string, A> = {
  closedBecause(
    app: App,
    intake: Intake<S, A>,
    about: Pick<OfferEvent, 'item' | 'revision'>,
  ): Promise<LateRefusal | null>
}

type Priced = { quote_number: string; annual_price: number; price_range?: object; is_estimate?: boolean }

const repriced = (offer: Priced, annual_price: number): object => ({
  ...offer,
  annual_price,
  ...(offer.price_range && {
    price_range: { low: annual_price, high: annual_price },
    is_estimate: false,
  }),
})

/**
 * A carrier takes an offer back, or asks another price for it. The old offer ends. At a new price it is a new offer
 * that nobody has chosen, so nothing is bought at that price before the person chooses and signs again.
 */
export const offerChangerOf = <
  S extends string,
  E extends string,
  A,
  Request extends Ask,
  Reply extends QuoteReply,
>(
  line: QuotingOf<S, E, A, Request, Reply>,
  { closedBecause }: Tools<S, A>,
) => {
  type Own = Intake<S, A>

  const replace = async (app: App, intake: Own, old: OfferRow, annual_price: number): Promise<void> => {
    const reply = { kind: 'offer', ...repriced(old.offer as Priced, annual_price) }
    const { added, moved } = offerRows<OfferIn<Reply>>(app, intake, {
      replies: [{ ...old, reply } as unknown as KeptReply<Reply>],
      published: await listOffers(app.db, intake),
      nameOf: line.carriers.names(app, intake),
      illustrates: line.carriers.illustrates(app, intake),
      isSurplus: line.carriers.isSurplus(app, intake),
      rank: line.rank,
    })
    await insertOffers(
      app.db,
      added.map(row => ({ ...row, expires_at: old.expires_at })),
    )
    for (const rank of moved) await rankOffer(app.db, rank)
  }

  return async (app: App, event: OfferEvent): Promise<Taking> => {
    assertTransaction(app)
    const intake = await line.intakes.lock(app, event.uid)
    if (!intake) return refused('unknown_question')
    const because = await closedBecause(app, intake, event)
    if (because) return refused(because)
    const now = app.clock.now()
    const old = (await listOffers(app.db, intake)).find(
      row =>
        row.item === event.item &&
        row.carrier_id === event.carrier_id &&
        (row.offer as Priced).quote_number === event.quote_number &&
        offerEnd(row, now) === null,
    )
    if (!old) return refused('unknown_question')
    if ((old.offer as Priced).annual_price === event.annual_price) return { taken: true, repeated: true }
    const wasChosen = line.isChosen(intake, old)
    await markRefused(app.db, old.offer_id, now)
    if (event.annual_price !== undefined) await replace(app, intake, old, event.annual_price)
    const moved = await line.intakes.move(app, intake, wasChosen ? line.unchosen(intake) : {}, {
      actor: event.actor,
      event: wasChosen ? line.unchosenEvent : line.lateEvent,
      facts: {
        offer_id: old.offer_id,
        carrier: old.carrier_id,
        kind: event.annual_price === undefined ? 'withdrawn' : 'price_changed',
      },
    })
    if (wasChosen) await line.onUnchosen?.(app, moved, old)
    return { taken: true, repeated: false }
  }
}
