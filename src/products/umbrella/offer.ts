import Type from 'typebox'
import type { UmbrellaOffer } from '../../agency/carriers/umbrella/carrier.ts'
import { inThousands } from '../../agency/carriers/umbrella/underlying-limits.ts'
import type { Expectations } from '../../agency/documents/judge.ts'
import { type LimitLabel, limitLabel, type Underlying } from '../../agency/policies/life/limits.ts'
import type { PolicyTerms } from '../../agency/policies/terms.ts'
import { usd } from '../../platform/values/money.ts'
import { dollars } from '../../platform/values/schema-parts.ts'
import type { Stored } from '../line/offers/store.ts'
import type { WireOffer } from '../line/reviewed-purchase/operator/session-schema.ts'
import type { ReviewedOffer } from '../line/reviewed-purchase/reviewed-line.ts'
import type { UmbrellaAnswers } from './fields.ts'

type Offer = Stored<UmbrellaOffer>

/** Stored offers are those that this line's carriers made. */
export const withLimits = <O extends ReviewedOffer>(offers: readonly O[]) => offers as readonly (O & Offer)[]

export const offerFields = {
  minimum_auto_limits: Type.Object(
    {
      per_person: dollars('Per injured person.'),
      per_accident: dollars('Per accident.'),
      property_damage: dollars('For property.'),
    },
    {
      additionalProperties: false,
      description: 'Auto liability limits that the household must have.',
    },
  ),
}

export type UmbrellaWireOffer = WireOffer & Pick<UmbrellaOffer, 'minimum_auto_limits'>

export const wireOffer = ({ minimum_auto_limits }: Offer) => ({ minimum_auto_limits })

export const offerFacts = ({ minimum_auto_limits, minimum_home_liability_limit }: Offer) => [
  { label: 'Car limits needed', value: inThousands(minimum_auto_limits) },
  { label: 'Home liability needed', value: usd(minimum_home_liability_limit) },
]

const LIMIT = limitLabel('coverage_limit', { form: null, state: undefined })

export const umbrellaLimitLabels: LimitLabel[] = [LIMIT]

const AUTO = 'Required underlying auto liability (minimum)'
const HOME = 'Required underlying home liability (minimum)'

export const underlyingIn = ({ coverages }: Pick<PolicyTerms, 'coverages'>): Underlying | null => {
  const amountOf = (label: string) => coverages.find(one => one.label === label)?.amount
  const [auto, home] = [amountOf(AUTO), amountOf(HOME)]
  return auto === undefined || home === undefined ? null : { auto, home }
}

export const coveragesOf = (offer: Offer) => {
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

const expectationsOf = (
  type: string,
  { full_name, spouse_full_name, effective_date = '' }: UmbrellaAnswers,
  { minimum_auto_limits, minimum_home_liability_limit }: Stored<UmbrellaOffer>,
): Expectations => {
  const insured = [full_name, spouse_full_name].filter(name => name !== undefined)
  return type === 'auto_declarations'
    ? { covers: 'auto', insured, startDate: effective_date, minimumAuto: minimum_auto_limits }
    : {
        covers: 'home',
        insured,
        startDate: effective_date,
        minimumPersonalLiability: minimum_home_liability_limit,
      }
}

export const documents = {
  types: {
    declarations: {
      label: 'Declarations of the home policy',
      meaning: 'the declarations page of the home policy',
      from: 'from the home policy',
      filename: 'home.pdf',
    },
    auto_declarations: {
      label: 'Declarations of the car policy',
      meaning: 'the declarations page of the auto policy',
      from: 'from the auto policy',
      filename: 'auto-declarations.pdf',
    },
  },
  pages: 'declarations pages',
  required: 'Documents of the underlying policies are required.',
  needed: ({ vehicle_count = 0 }: UmbrellaAnswers) =>
    vehicle_count > 0 ? ['declarations', 'auto_declarations'] : ['declarations'],
  expectationsOf,
}
