import type { HomeownersStatus } from '../application/lifecycle.ts'
import type { PortalStep } from './facts.ts'

type StepFacts = {
  status: HomeownersStatus
  isBinding: boolean
  hasOffers: boolean
  hasEstimates: boolean
}

export const stepOf = ({ status, isBinding, hasOffers, hasEstimates }: StepFacts): PortalStep => {
  switch (status) {
    case 'needs_more_info':
      return 'answers'
    case 'pending_quotes':
      return 'waiting'
    case 'quoted':
      return hasOffers ? 'offers' : 'no_offers'
    case 'selected':
      if (isBinding) return 'binding'
      return hasEstimates ? 'review' : 'sign'
    default:
      return status
  }
}
