import { type Turn, turns } from '../../line/wire/waiting-on.ts'
import type { HomeownersStatus } from './lifecycle.ts'

export type TurnFacts = {
  /** While carriers quote or have an order: theirs, or the staff's who ask for us. */
  market: Turn
  /** A shopper's own assistant applies, and no operator. */
  isShopper: boolean
  /** Complete and authorized, and held until the shopper proves the email address. */
  needsProof: boolean
  onlyConsentMissing: boolean
  hasOffers: boolean
  isBinding: boolean
}

/** Answers are the operator's to send. Consent, choice and signature are the homeowner's. */
export const homeownersTurn = (state: HomeownersStatus, facts: TurnFacts): Turn => {
  switch (state) {
    case 'needs_more_info':
      if (facts.needsProof) return turns.email_proof
      return facts.isShopper || facts.onlyConsentMissing ? turns.homeowner : turns.operator
    case 'pending_quotes':
      return facts.market
    case 'quoted':
      return facts.hasOffers ? turns.homeowner : turns.over
    case 'selected':
      return facts.isBinding ? facts.market : turns.homeowner
    default:
      return turns.over
  }
}
