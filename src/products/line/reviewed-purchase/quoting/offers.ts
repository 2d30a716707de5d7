import type { App } from '../../../../platform/app.ts'
import type { LicensedPlace } from '../../../../platform/config/agency.ts'
import { fail } from '../../../../platform/errors.ts'
import { carriersOf } from '../../offers/carriers.ts'
import { findOffers, listOffers, type OfferRow, offersBefore } from '../../offers/store.ts'
import type { Risk } from '../../stops/rule.ts'
import { refuseStopped } from '../../stops/stops.ts'
import type { Application } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { type Actor, type ReviewedIntake, refuseWrongState } from '../intake/intake.ts'
import { lineOf, type OfLine, perLine, type ReviewedCarrier, type ReviewedOffer } from '../reviewed-line.ts'

type Placed = { application: Pick<Application, 'household'> }

export const carriersIn = perLine(({ name }) => carriersOf<ReviewedCarrier>(name))

export const householdPlace = ({
  application: {
    household: { state = '', zip },
  },
}: Placed): Pick<Risk, 'state' | 'zip'> => ({ state, zip })

export const placesOf = (intake: OfLine & Placed): LicensedPlace[] => {
  const { state } = intake.application.household
  return state === undefined ? [] : [{ line: lineOf(intake).name, state }]
}

export type ReviewedOfferRow = OfferRow<ReviewedOffer>

export const offersIn = {
  list: listOffers<ReviewedOffer>,
  find: findOffers<ReviewedOffer>,
  before: offersBefore<ReviewedOffer>,
}

export const NOTHING_TO_CHOOSE = 'There is no offer to choose now.'

const expired = (what: string, { words }: Actor): string =>
  `${what} has expired. For new offers, ${words.howToChange}.`

const refuseUnsold = async (
  app: App,
  actor: Actor,
  intake: ReviewedIntake,
  { carrier_id }: ReviewedOfferRow,
): Promise<void> => {
  const place = householdPlace(intake)
  if (!carriersIn(intake).sells(app, intake, { carrier_id, state: place.state }))
    fail('conflict', {
      message: `We can no longer sell this offer. For new offers, ${actor.words.howToChange}.`,
      current_status: intake.status,
    })
  await refuseStopped(app, intake, [{ line: intake.line, carrier_id, ...place }])
}

export const offerBehind = async (
  app: App,
  actor: Actor,
  { intake, selection_token }: { intake: ReviewedIntake; selection_token: string },
): Promise<ReviewedOfferRow> => {
  const { uid, revision, status: current_status } = intake
  const [offer] = await offersIn.find(app.db, uid, [selection_token])
  if (!offer && !reviewedLifecycle.allows(current_status, 'offer_selected'))
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
  { uid, application: { purchase } }: ReviewedIntake,
): Promise<ReviewedOfferRow | null> =>
  (purchase && (await offersIn.find(app.db, uid, [purchase.offer_id]))[0]) ?? null

export const offerToBuy = async (
  app: App,
  actor: Actor,
  intake: ReviewedIntake,
): Promise<ReviewedOfferRow> => {
  const offer = await selectedOffer(app, intake)
  if (!offer) throw new Error(`${intake.uid} is ready to be bought without an offer.`)
  if (offer.expires_at <= app.clock.now())
    fail('conflict', { message: expired('The chosen offer', actor), current_status: intake.status })
  await refuseUnsold(app, actor, intake, offer)
  return offer
}
