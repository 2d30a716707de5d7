import { usd } from '../../../../platform/values/money.ts'
import { price } from '../../../rating/plan.ts'
import type { UmbrellaOffer, UmbrellaRisk } from '../../umbrella/carrier.ts'
import { countInWords, countsIn, householdClass } from '../../umbrella/household-class.ts'
import { autoLimitsNote, homeLiabilityNote, minimumAutoLimits } from '../../umbrella/underlying-limits.ts'
import { annualPrice, priceFactors } from '../price-factors.ts'
import {
  autoLimitsUnknown,
  creditUnknown,
  type DemoUmbrellaPlan,
  householdFacts,
  soldLimit,
  unknownsOf,
} from './household-facts.ts'
import { type HouseholdFacts, householdClasses, umbrellaFactors } from './rates.ts'

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

const displayNotes = (plan: DemoUmbrellaPlan, risk: UmbrellaRisk, sold: Sold): string[] => [
  ...limitNote(risk, sold),
  ...underlyingNotes(plan, risk),
  ...classNote(plan, risk),
  ...estimateNote(plan, risk, sold),
]

export const umbrellaOffer = (
  plan: DemoUmbrellaPlan,
): ((risk: UmbrellaRisk) => Omit<UmbrellaOffer, 'quote_number'>) => {
  const factors = umbrellaFactors(plan.rates)
  const label = 'Base price for the first $1 million'
  const factorsOf = (facts: HouseholdFacts) =>
    priceFactors({ label, effect: factors.base }, price(factors, facts).ledger)

  return risk => {
    const facts = householdFacts(plan, risk)
    const { best, worst } = unknownsOf(plan, risk)
    const rated = (unknown: Partial<HouseholdFacts>) => annualPrice(factorsOf({ ...facts, ...unknown }))
    const price_factors = factorsOf(facts)
    const price_range = { low: rated(best), high: rated(worst) }
    const coverage_limit = soldLimit(risk.coverage_limit)
    return {
      kind: 'offer',
      annual_price: annualPrice(price_factors),
      coverage_limit,
      is_estimate: price_range.low < price_range.high,
      price_range,
      minimum_auto_limits: minimumAutoLimits(plan.underlying),
      minimum_home_liability_limit: plan.underlying.home,
      price_factors,
      display_notes: displayNotes(plan, risk, { coverage_limit, price_range }),
    }
  }
}
