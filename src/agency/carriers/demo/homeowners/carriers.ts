import { keysOf } from '../../../../platform/lib/keys-of.ts'
import { usd } from '../../../../platform/values/money.ts'
import { price } from '../../../rating/plan.ts'
import type { HomeAnswer, HomeQuoteRequest, InventedHomeCarrier } from '../../homeowners/carrier.ts'
import { demoBind, quoteNumber } from '../bind.ts'
import { annualPrice, priceFactors, surplusTaxes, surplusTaxFactor } from '../price-factors.ts'
import { declineOf } from './appetite.ts'
import { choicesFactor, chosenIn, coverageOf, forms } from './coverage.ts'
import { type DemoHomePlan, demoHomePlans } from './plans.ts'
import { BASE_DWELLING, homeFactors } from './rates.ts'
import { homeRatingFacts } from './rating-facts.ts'
import { homeState } from './states.ts'

export const deductibleFor = (offered: readonly number[], preferred: number): number =>
  offered.find(deductible => deductible >= preferred) ?? offered.at(-1) ?? preferred

const formEffects = (plan: DemoHomePlan): Record<string, number> =>
  Object.fromEntries(Object.entries(plan.forms).map(([product, form]) => [product, forms[form].effect]))

export const demoHomeCarrier = (plan: DemoHomePlan): InventedHomeCarrier<'live'> => {
  const { id, name, states, admitted, rates, storm } = plan
  const products = keysOf(plan.forms)
  const writer = { name, states, appetite: { ...plan.appetite, products } }
  const factors = homeFactors(rates, formEffects(plan))
  const deductibles = Object.keys(rates.deductibles).map(Number)

  const quote = (request: HomeQuoteRequest): HomeAnswer => {
    const decline = declineOf(writer, request)
    if (decline) return decline
    const { request_id, risk } = request
    const place = homeState(risk.state)
    const deductible = deductibleFor(deductibles, risk.deductible_preference)
    const base = Math.round(place.premium * rates.index)
    const { ledger } = price({ ...factors, base }, homeRatingFacts(request, deductible))
    const label = `Base price in ${place.name}, for a home that costs ${usd(BASE_DWELLING)} to rebuild`
    const form = forms[plan.forms[risk.product] ?? 'HO-3']
    const standard = coverageOf(form, risk, { deductible, storm })
    const chosen = chosenIn(request)
    const offered = coverageOf(form, risk, { deductible, storm, chosen })
    const rated = priceFactors({ label, effect: base }, ledger)
    const choices = choicesFactor(chosen, { offered, standard, price: annualPrice(rated) })
    const price_factors = [
      ...rated,
      ...(choices ? [choices] : []),
      ...(admitted === false ? [surplusTaxFactor] : []),
    ]
    const annual_price = annualPrice(price_factors)
    return {
      kind: 'offer',
      annual_price,
      ...(admitted === false && { taxes: surplusTaxes(annual_price) }),
      ...offered,
      quote_number: quoteNumber(id, request_id),
      insurance_score: 'not_used',
      price_factors,
    }
  }
  return {
    id,
    name,
    mode: 'live',
    kind: 'demo',
    states,
    admitted,
    contract2: { identified: false },
    quote: async request => quote(request),
    bind: demoBind(plan),
  }
}

export const demoHomeCarriers: readonly InventedHomeCarrier<'live'>[] = demoHomePlans.map(demoHomeCarrier)
