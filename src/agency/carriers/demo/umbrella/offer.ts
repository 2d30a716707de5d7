import { price } from '../../../rating/plan.ts'
import type { UmbrellaOffer, UmbrellaRisk } from '../../umbrella/carrier.ts'
import { minimumAutoLimits } from '../../umbrella/underlying-limits.ts'
import { annualPrice, priceFactors } from '../price-factors.ts'
import { householdFacts, soldLimit, unknownsOf } from './household-facts.ts'
import { displayNotes } from './notes.ts'
import type { DemoUmbrellaPlan } from './plan.ts'
import { type HouseholdFacts, umbrellaFactors } from './rates.ts'

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
