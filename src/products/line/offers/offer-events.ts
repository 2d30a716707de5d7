import type { PriceChanged } from '../../../agency/carriers/contract/bind.ts'
import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { lateRulesOf, type OfferEvent, refused, type Taking } from './late-answer.ts'
import { offerEnd } from './offer.ts'
import { ranksWithout } from './offer-rows.ts'
import { rankedRows } from './publisher.ts'
import type { IntakeIn, OfferIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
import {
  type AnyStoredOffer,
  insertOffers,
  listAnswered,
  listOffers,
  markRefused,
  type OfferRow,
  type Quoting,
  rankOffer,
} from './store.ts'

const isAwaited = async (
  app: App,
  intake: Quoting,
  { item, carrier_id }: Pick<OfferEvent, 'item' | 'carrier_id'>,
): Promise<boolean> =>
  !(await listAnswered(app.db, intake)).some(one => one.item === item && one.carrier_id === carrier_id)

export type NewPrice = { annual_price: number; terms?: PaymentTerms }

const termsKept = ({ bill_to }: PaymentTerms): PaymentTerms => (bill_to ? { bill_to } : {})

const repriced = (
  { payment_plans: _, fees: _fees, taxes: _taxes, recommended_because: _because, ...offer }: AnyStoredOffer,
  { annual_price, terms }: NewPrice,
): AnyStoredOffer => ({
  ...offer,
  annual_price,
  ...(annual_price !== offer.annual_price && {
    price_factors: [
      ...offer.price_factors,
      {
        factor: 'carrier_change',
        label: 'Changed by the insurance company',
        effect: annual_price / offer.annual_price,
      },
    ],
  }),
  ...(offer.price_range && {
    price_range: { low: annual_price, high: annual_price },
    is_estimate: false,
  }),
  ...terms,
})

const wordsOf = ({ payment_plans, fees, taxes, bill_to }: PaymentTerms): string =>
  canonicalJson({ payment_plans, fees, taxes, bill_to })

/** Payment terms count as much as the price. A carrier that does not mention them leaves them as they are. */
export const isSamePrice = (
  offer: PaymentTerms & { annual_price: number },
  { annual_price, terms = {} }: Partial<NewPrice>,
): boolean =>
  offer.annual_price === annual_price &&
  (Object.keys(terms).length === 0 || wordsOf({ ...termsKept(offer), ...terms }) === wordsOf(offer))

type OwnRow<K extends QuotingKinds> = OfferRow<OfferIn<K['reply']>>

const standingOffer = async <K extends QuotingKinds>(
  app: App,
  intake: IntakeIn<K>,
  { item, carrier_id, quote_number }: OfferEvent,
): Promise<OwnRow<K> | undefined> => {
  const now = app.clock.now()
  return (await listOffers<OfferIn<K['reply']>>(app.db, intake)).find(
    row =>
      row.item === item &&
      row.carrier_id === carrier_id &&
      row.offer.quote_number === quote_number &&
      offerEnd(row, now) === null,
  )
}

const offerWithdrawerOf =
  <K extends QuotingKinds>({ rank }: QuotingOf<K>) =>
  async (app: App, intake: IntakeIn<K>, old: OwnRow<K>): Promise<void> => {
    const now = app.clock.now()
    await markRefused(app.db, old.offer_id, now)
    const published = await listOffers<OfferIn<K['reply']>>(app.db, intake)
    for (const moved of ranksWithout<OfferIn<K['reply']>>(old, { published, now, rank }))
      await rankOffer(app.db, moved)
  }

const offerRepricerOf =
  <K extends QuotingKinds>(line: QuotingOf<K>) =>
  async (app: App, intake: IntakeIn<K>, old: OwnRow<K>, price: NewPrice): Promise<void> => {
    await markRefused(app.db, old.offer_id, app.clock.now())
    const reply = { kind: 'offer' as const, ...repriced(old.offer, price) }
    const published = await listOffers<OfferIn<K['reply']>>(app.db, intake)
    const { added, moved } = rankedRows(app, { line, intake }, { replies: [{ ...old, reply }], published })
    await insertOffers(
      app.db,
      added.map(row => ({ ...row, expires_at: old.expires_at })),
    )
    for (const rank of moved) await rankOffer(app.db, rank)
  }

export const offerChangerOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  const { closedBecause } = lateRulesOf(line)
  const refuseOffer = offerWithdrawerOf(line)
  const repriceOffer = offerRepricerOf(line)

  const changeOffer = async (app: App, event: OfferEvent): Promise<Taking> => {
    assertTransaction(app)
    const intake = await line.intakes.lock(app, event.uid)
    if (!intake) return refused('unknown_question')
    const because = await closedBecause(app, intake, event)
    const stops = because === 'already_bought' && line.stopsPurchase?.(intake) === true
    if (because && !stops) return refused(because)
    const old = await standingOffer<K>(app, intake, event)
    if (!old) return refused((await isAwaited(app, intake, event)) ? 'too_early' : 'unknown_question')
    if (isSamePrice(old.offer, event)) return { taken: true, repeated: true }
    const wasChosen = line.isChosen(intake, old)
    if (stops && !wasChosen) return refused('already_bought')
    const { annual_price, terms } = event
    if (annual_price === undefined) await refuseOffer(app, intake, old)
    else await repriceOffer(app, intake, old, { annual_price, ...(terms && { terms }) })
    const moved = await line.intakes.move(app, intake, wasChosen ? line.unchosen(intake) : {}, {
      actor: event.actor,
      event: wasChosen ? line.unchosenEvent : line.lateEvent,
      facts: {
        offer_id: old.offer_id,
        carrier: old.carrier_id,
        kind: annual_price === undefined ? 'withdrawn' : 'price_changed',
      },
      stateAgain: [old.item],
    })
    if (wasChosen) await line.onUnchosen?.(app, moved, old)
    return { taken: true, repeated: false }
  }

  return { changeOffer, refuseOffer, repriceOffer }
}

export const newPriceIn = ({
  kind: _,
  reason: _reason,
  consumer_report: _report,
  score_reasons: _why,
  annual_price,
  ...terms
}: PriceChanged): NewPrice => ({ annual_price, terms })
