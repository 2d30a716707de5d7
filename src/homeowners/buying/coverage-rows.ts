import { usd } from '../../line/fields/money.ts'
import type { LabelledRow } from '../../policies/terms.ts'
import type { StoredOffer } from '../quoting/offers.ts'

// Florida's separate deductible is for hurricanes only, not for other wind or hail (Fla. Stat. 627.701).
const stormLabel = (state: string | undefined): string =>
  state === 'FL' ? 'Hurricane deductible' : 'Wind and hail deductible'

type CoverageAmount = { label: string; dollars: number; kind: 'limit' | 'deductible' }

export const coverageAmounts = (offer: StoredOffer, state: string | undefined): CoverageAmount[] => {
  const isLandlord = offer.policy_form === 'DP-3'
  const limits: [label: string, dollars: number | undefined][] = [
    ['Dwelling (A)', offer.dwelling_coverage],
    ['Other structures (B)', offer.other_structures],
    [isLandlord ? 'Landlord’s furnishings (C)' : 'Personal property (C)', offer.personal_property],
    [isLandlord ? 'Lost rent (D)' : 'Loss of use (D)', offer.loss_of_use],
    [
      isLandlord ? 'Personal liability (L), each occurrence' : 'Personal liability (E), each occurrence',
      offer.personal_liability,
    ],
    [
      isLandlord
        ? 'Medical payments to others (M), each person'
        : 'Medical payments to others (F), each person',
      offer.medical_payments,
    ],
  ]
  const deductibles: typeof limits = [
    ['Deductible, each loss', offer.deductible],
    [stormLabel(state), offer.wind_hail_deductible],
  ]
  const known = (rows: typeof limits, kind: CoverageAmount['kind']): CoverageAmount[] =>
    rows.flatMap(([label, dollars]) => (dollars === undefined ? [] : [{ label, dollars, kind }]))
  return [...known(limits, 'limit'), ...known(deductibles, 'deductible')]
}

export const coverageRows = (offer: StoredOffer, state: string | undefined): LabelledRow[] =>
  coverageAmounts(offer, state).map(({ label, dollars }) => ({ label, amount: usd(dollars) }))
