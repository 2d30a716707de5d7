import { usd } from '../../../line/fields/money.ts'
import { inSentence } from '../../contract/in-sentence.ts'
import type { UmbrellaOffer, UmbrellaRisk } from '../../umbrella/carrier.ts'
import { countsOf, householdClass, inWords } from '../../umbrella/household-class.ts'
import { autoNote, homeNote } from '../../umbrella/underlying-limits.ts'
import { autoLimitsUnknown, creditUnknown } from './facts.ts'
import type { UmbrellaPlan } from './plan.ts'
import { householdClasses } from './rates.ts'

const BOAT_LIABILITY = 300_000

type Sold = Pick<UmbrellaOffer, 'coverage_limit' | 'price_range'>

const limitNote = ({ coverage_limit }: UmbrellaRisk, sold: Sold): string[] =>
  coverage_limit === sold.coverage_limit
    ? []
    : [`Limits are sold in whole millions: ${usd(sold.coverage_limit)} in place of ${usd(coverage_limit)}.`]

const classNote = ({ tiers }: UmbrellaPlan, risk: UmbrellaRisk): string[] => {
  const counts = countsOf(risk)
  const { tier, because } = householdClass(tiers, counts)
  const reasons = inSentence(because.map(counted => inWords(counted, counts[counted])))
  return tier === 0 ? [] : [`Rated in the ${householdClasses[tier]} class because of ${reasons}.`]
}

const estimateNote = (plan: UmbrellaPlan, risk: UmbrellaRisk, { price_range }: Sold): string[] => {
  const unknown = inSentence([
    ...(autoLimitsUnknown(risk) ? ['the limits of your auto policy'] : []),
    ...(creditUnknown(plan, risk) ? ['a soft credit check, if you agree to one'] : []),
  ])
  const { low, high } = price_range
  return low < high
    ? [
        `The price is an estimate. It ends between ${usd(low)} and ${usd(high)} a year, depending on ${unknown}.`,
      ]
    : []
}

/** Nobody is asked for the limits of policies that the household does not need. */
const underlyingNotes = ({ underlying }: UmbrellaPlan, risk: UmbrellaRisk): string[] => [
  ...(autoLimitsUnknown(risk) || risk.auto_limits ? autoNote(risk.auto_limits, underlying) : []),
  ...(risk.property_count > 0 ? homeNote(risk.home_liability_limit, underlying) : []),
  ...(risk.large_watercraft + risk.jet_skis > 0
    ? [`Each boat and jet ski needs a policy with at least ${usd(BOAT_LIABILITY)} of liability.`]
    : []),
]

export const displayNotes = (plan: UmbrellaPlan, risk: UmbrellaRisk, sold: Sold): string[] => [
  ...limitNote(risk, sold),
  ...underlyingNotes(plan, risk),
  ...classNote(plan, risk),
  ...estimateNote(plan, risk, sold),
]
