import { usd } from '../../../../platform/values/money.ts'
import type { UmbrellaOffer, UmbrellaRisk } from '../../umbrella/carrier.ts'
import { countInWords, countsIn, householdClass } from '../../umbrella/household-class.ts'
import { autoLimitsNote, homeLiabilityNote } from '../../umbrella/underlying-limits.ts'
import { autoLimitsUnknown, creditUnknown } from './household-facts.ts'
import type { DemoUmbrellaPlan } from './plan.ts'
import { householdClasses } from './rates.ts'

const list = new Intl.ListFormat('en-US')

const BOAT_LIABILITY = 300_000

type Sold = Pick<UmbrellaOffer, 'coverage_limit' | 'price_range'>

const limitNote = ({ coverage_limit }: UmbrellaRisk, sold: Sold): string[] =>
  coverage_limit === sold.coverage_limit
    ? []
    : [`This offer is for ${usd(sold.coverage_limit)}, because limits are sold in whole millions.`]

const classNote = ({ tiers }: DemoUmbrellaPlan, risk: UmbrellaRisk): string[] => {
  const counts = countsIn(risk)
  const { tier, because } = householdClass(tiers, counts)
  const reasons = list.format(because.map(counted => countInWords(counted, counts[counted])))
  return tier === 0 ? [] : [`The household is rated ${householdClasses[tier]} because it has ${reasons}.`]
}

const estimateNote = (plan: DemoUmbrellaPlan, risk: UmbrellaRisk, { price_range }: Sold): string[] => {
  const unknown = list.format([
    ...(autoLimitsUnknown(risk) ? ['your auto policy limits'] : []),
    ...(creditUnknown(plan, risk) ? ['a soft credit check, if you agree to one'] : []),
  ])
  const { low, high } = price_range
  return low < high
    ? [
        `This price is an estimate. The final price is ${usd(low)} to ${usd(high)} a year, depending on ${unknown}.`,
      ]
    : []
}

const underlyingNotes = ({ underlying }: DemoUmbrellaPlan, risk: UmbrellaRisk): string[] => [
  ...(autoLimitsUnknown(risk) || risk.auto_limits ? autoLimitsNote(risk.auto_limits, underlying) : []),
  ...(risk.property_count > 0 ? homeLiabilityNote(risk.home_liability_limit, underlying) : []),
  ...(risk.large_watercraft + risk.jet_skis > 0
    ? [`Each boat and jet ski needs a policy with at least ${usd(BOAT_LIABILITY)} of liability.`]
    : []),
]

export const displayNotes = (plan: DemoUmbrellaPlan, risk: UmbrellaRisk, sold: Sold): string[] => [
  ...limitNote(risk, sold),
  ...underlyingNotes(plan, risk),
  ...classNote(plan, risk),
  ...estimateNote(plan, risk, sold),
]
