import type { PortalOffer } from '../../../../products/homeowners/portal/homes.ts'

export const POLICY_FORMS = {
  'HO-3': 'Homeowners policy (HO-3)',
  'HO-5': 'Comprehensive homeowners policy (HO-5)',
  'HO-6': 'Condo policy (HO-6)',
  'DP-3': 'Landlord policy (DP-3)',
} as const satisfies Record<PortalOffer['policy_form'], string>
