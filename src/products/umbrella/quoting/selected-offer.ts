import type { UmbrellaOffer } from '../../../agency/carriers/umbrella/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { findOffers, listOffers, type OfferRow, offersBefore } from '../../line/offers/store.ts'
import type { Stored } from '../../line/offers/stored-offer.ts'
import { refuseStopped } from '../../line/stops/stops.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import type { Actor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { householdPlace, umbrellaCarriers } from './carriers.ts'

export type StoredOffer = Stored<UmbrellaOffer>

export type UmbrellaOfferRow = OfferRow<StoredOffer>

export const umbrellaOffers = {
  list: listOffers<StoredOffer>,
  find: findOffers<StoredOffer>,
  before: offersBefore<StoredOffer>,
}

export const NOTHING_TO_CHOOSE = 'There is no offer to choose now.'

const expired = (what: string, { words }: Actor): string =>
  `${what} has expired. For new offers, ${words.howToChange}.`

const refuseUnsold = async (
  app: App,
  actor: Actor,
  intake: UmbrellaIntakeRecord,
  { carrier_id }: UmbrellaOfferRow,
): Promise<void> => {
  const place = householdPlace(intake)
  if (!umbrellaCarriers.sells(app, intake, { carrier_id, state: place.state }))
    fail('conflict', {
      message: `We can no longer sell this offer. For new offers, ${actor.words.howToChange}.`,
      current_status: intake.status,
    })
  await refuseStopped(app, intake, [{ line: intake.line, carrier_id, ...place }])
}

export const offerBehind = async (
  app: App,
  actor: Actor,
  { intake, selection_token }: { intake: UmbrellaIntakeRecord; selection_token: string },
): Promise<UmbrellaOfferRow> => {
  const { uid, revision, status: current_status } = intake
  const [offer] = await umbrellaOffers.find(app.db, uid, [selection_token])
  if (!offer && !umbrellaLifecycle.allows(current_status, 'offer_selected'))
    await refuseWrongState(app, actor.words, intake, NOTHING_TO_CHOOSE)
  if (!offer)
    return fail('invalid_request', {
      fields: [
        {
          path: 'selection_token',
          code: 'not_issued_for_uid',
          expected: 'selection_token of one of the current offers',
        },
      ],
    })
  if (offer.revision !== revision || offer.superseded_at !== null)
    fail('stale_token', {
      message: `The application was changed after this offer was made. ${await actor.words.whatNext(app, intake)}`,
      current_status,
    })
  if (offer.refused_at !== null)
    fail('stale_token', {
      message: `The carrier changed or withdrew this offer. ${await actor.words.whatNext(app, intake)}`,
      current_status,
    })
  if (offer.expires_at <= app.clock.now())
    fail('stale_token', { message: expired('This offer', actor), current_status })
  await refuseUnsold(app, actor, intake, offer)
  return offer
}

export const selectedOffer = async (
  app: App,
  { uid, application: { purchase } }: UmbrellaIntakeRecord,
): Promise<UmbrellaOfferRow | null> =>
  (purchase && (await umbrellaOffers.find(app.db, uid, [purchase.offer_id]))[0]) ?? null

export const offerToBuy = async (
  app: App,
  actor: Actor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaOfferRow> => {
  const offer = await selectedOffer(app, intake)
  if (!offer) throw new Error(`${intake.uid} is ready to be bought without an offer.`)
  if (offer.expires_at <= app.clock.now())
    fail('conflict', { message: expired('The chosen offer', actor), current_status: intake.status })
  await refuseUnsold(app, actor, intake, offer)
  return offer
}
