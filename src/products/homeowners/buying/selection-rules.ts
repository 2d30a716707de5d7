import type { App } from '../../../platform/app.ts'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { type OfferEnd, offerEnd } from '../../line/offers/offer.ts'
import { refuseStopped } from '../../line/stops/stops.ts'
import { type Home, isInsured } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type HomeOfferRow, homeCarriers, homePlace } from '../quoting/offers.ts'

const ENDS: Readonly<Record<OfferEnd, string>> = {
  superseded: 'was replaced, because the home was quoted again',
  refused: 'cannot be issued: the carrier has refused it',
  expired: 'has expired; ask for new quotes',
}

export const refuseEnded = (
  offers: readonly HomeOfferRow[],
  { now, current_status }: { now: Date; current_status: string },
): void => {
  for (const row of offers) {
    const end = offerEnd(row, now)
    const { carrier } = row.offer
    if (end)
      fail('conflict', { message: `The offer of ${carrier} (${row.offer_id}) ${ENDS[end]}.`, current_status })
  }
}

/** Settings can change after an offer was made: a license expires, or a demonstration ends. */
export const refuseUnsold = async (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): Promise<void> => {
  for (const { item, carrier_id, offer } of offers) {
    const place = homePlace(intake, item)
    if (!homeCarriers.sells(app, intake, { carrier_id, state: place.state }))
      fail('conflict', {
        message: `We can no longer sell the offer of ${offer.carrier}. Ask for new quotes.`,
        current_status: intake.status,
      })
    await refuseStopped(app, intake, [{ line: intake.line, carrier_id, ...place }])
  }
}

export type OfferChoice = {
  homes: readonly Home[]
  current: readonly HomeOfferRow[]
  chosen: readonly HomeOfferRow[]
  now: Date
}

/** Expired offers count, because they can be renewed. */
export const hasHomesToInsure = ({ homes, current, now }: Omit<OfferChoice, 'chosen'>): boolean =>
  homes.some(
    home =>
      !isInsured(home) &&
      current.some(row => row.item === home.property_id && ['expired', null].includes(offerEnd(row, now))),
  )

export const choiceProblems = ({ homes, chosen }: Pick<OfferChoice, 'homes' | 'chosen'>): FieldProblem[] =>
  homes.flatMap((home, index) => {
    const count = chosen.filter(({ item }) => item === home.property_id).length
    if (count <= (isInsured(home) ? 0 : 1)) return []
    const facts = { count: `${count} ${count > 1 ? 'offers' : 'offer'}`, home: String(index + 1) }
    const expected = isInsured(home) ? 'none for a home that is insured' : 'at most one offer for each home'
    return [{ path: 'offer_ids', code: 'wrong_offer_count', facts, expected }]
  })
