import type { LimitLabel, Underlying } from '../../../agency/policies/life/limits.ts'
import type { PolicyTerms } from '../../../agency/policies/terms.ts'
import { usd } from '../../../platform/values/money.ts'
import type { StoredOffer } from '../quoting/selected-offer.ts'

const LIMIT = { name: 'coverage_limit', label: 'Personal umbrella, each occurrence', kind: 'limit' } as const

export const umbrellaLimitLabels: LimitLabel[] = [LIMIT]

const AUTO = 'Required underlying auto liability (minimum)'
const HOME = 'Required underlying home liability (minimum)'

export const underlyingIn = ({ coverages }: Pick<PolicyTerms, 'coverages'>): Underlying | null => {
  const amountOf = (label: string) => coverages.find(one => one.label === label)?.amount
  const [auto, home] = [amountOf(AUTO), amountOf(HOME)]
  return auto === undefined || home === undefined ? null : { auto, home }
}

export const coveragesOf = (offer: StoredOffer) => {
  const { per_person, per_accident, property_damage } = offer.minimum_auto_limits
  return [
    { label: LIMIT.label, amount: usd(offer.coverage_limit) },
    {
      label: AUTO,
      amount: [per_person, per_accident, property_damage].map(limit => `${limit / 1000}`).join('/'),
    },
    { label: HOME, amount: usd(offer.minimum_home_liability_limit) },
    // Carriers tell us no other limits, and some policies require more.
    {
      label: 'Other underlying limits and a retained limit, if the policy has them',
      amount: 'See declarations',
    },
  ]
}
