import { type Turn, turns } from '../../line/wire/waiting-on.ts'
import type { UmbrellaStatus } from './lifecycle.ts'

export type TurnFacts = {
  market: Turn
  hasOffers: boolean
  isShopper: boolean
  needsProof: boolean
  isAtDesk: boolean
  sandbox: boolean
  paymentFailed?: boolean
}

export const usualFacts: TurnFacts = {
  market: turns.carrier,
  hasOffers: true,
  isShopper: false,
  needsProof: false,
  isAtDesk: false,
  sandbox: false,
}

export const umbrellaTurn = (status: UmbrellaStatus, facts: TurnFacts): Turn => {
  const sender = facts.isShopper ? turns.buyer : turns.operator
  switch (status) {
    case 'needs_more_info':
    case 'needs_more_info_to_bind':
    case 'documents_needed':
      return sender
    case 'ready_for_review':
      return facts.needsProof ? turns.email_proof : turns.buyer
    case 'quoted':
      return facts.hasOffers ? turns.buyer : facts.market
    case 'credit_consent_required':
    case 'ready_to_finalize':
    case 'signature_needed':
      return turns.buyer
    case 'pending_quotes':
    case 'waiting_on_carrier':
      return facts.market
    case 'chosen':
    case 'documents_pending_review':
      return facts.isAtDesk ? turns.staff : turns.own_checks
    case 'info_requested':
      return facts.isAtDesk ? turns.staff : sender
    case 'payment_needed':
      return facts.sandbox && !facts.paymentFailed ? turns.sandbox_payment : turns.payment
    case 'ineligible':
    case 'no_quotes':
    case 'blocked':
    case 'bound':
      return turns.over
  }
}
