import type { App } from '../../app.ts'
import { DAY, later } from '../../lib/clock.ts'
import { randomId } from '../../lib/ids.ts'
import type { NewOffer, Quoting } from './store.ts'

const OFFERS_LIVE = 30 * DAY

/** What a carrier that was not heard from is taken to have said. */
export const NO_RESPONSE = {
  kind: 'decline',
  reason_code: 'no_response',
  reason: 'The carrier did not answer in time.',
} as const

type Ranked = Pick<NewOffer, 'item' | 'carrier_id' | 'rank'> & {
  offer: object
  recommended: { reason: string } | false
}

/** An offer as it is published, with the reason why it is the recommended one. */
export const newOffer = (
  { clock, random }: App,
  { uid, revision }: Quoting,
  { offer, recommended, ...ranked }: Ranked,
): NewOffer => {
  const now = clock.now()
  return {
    ...ranked,
    offer_id: randomId(random, 'off'),
    uid,
    revision,
    recommended: recommended !== false,
    offer: { ...offer, ...(recommended && { recommended_because: recommended.reason }) },
    published_at: now,
    expires_at: later(now, OFFERS_LIVE),
  }
}
