import { type Turn, turns } from '../../line/wire/waiting-on.ts'
import type { HomeownersStatus } from './lifecycle.ts'

export type TurnFacts = {
  market: Turn
  isShopper: boolean
  needsProof: boolean
  onlyConsentMissing: boolean
  hasOffers: boolean
  isBinding: boolean
  isAtDesk: boolean
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
      return facts.hasOffers ? turns.homeowner : facts.market
    case 'selected':
      if (facts.isBinding) return facts.market
      return facts.isAtDesk ? turns.staff : turns.homeowner
    default:
      return turns.over
  }
}
