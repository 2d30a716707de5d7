import Type, { type Static } from 'typebox'
import { carriersIn, householdSigma, marketPremium, marketSigma } from '../../agency/rating/auto-carriers.ts'
import { cleanPremiums, totalPremium } from '../../agency/rating/auto-plan.ts'
import { bands, spread } from '../../agency/rating/bands.ts'
import { price } from '../../agency/rating/plan.ts'
import { sources } from '../../agency/rating/sources.ts'
import { vehicleDoubt } from '../../agency/rating/vehicle.ts'
import { autoProfile, autoSources } from './auto-profile.ts'
import { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { calculator } from './calculator.ts'
import { calculatorAnswer, calculatorResponse, closed, constantOf, MonthlyBands } from './schemas.ts'

export const CARRIERS_NAMED =
  "The carriers are named because their average prices are published. We don't sell auto insurance here, and naming a carrier does not mean that we represent it."

export const AutoEstimatesResponse = calculatorResponse({
  $id: 'AutoEstimatesResponse',
  calculator: 'auto-estimates',
  inputs: AutoInputs,
  result: Type.Object(
    {
      carriers: Type.Array(
        Type.Object(
          { carrier: Type.String({ description: 'Name of the carrier.' }), monthly: MonthlyBands },
          closed,
        ),
        { description: `Carriers that sell in the state, lowest middle price first. ${CARRIERS_NAMED}` },
      ),
      market: Type.Object({ monthly: MonthlyBands }, { ...closed, description: 'All carriers together.' }),
    },
    closed,
  ),
})
export type AutoEstimatesResponse = Static<typeof AutoEstimatesResponse>

const constant = constantOf('auto-estimates', [...autoSources, sources.carrierStates])

const carrierAssumptions = [
  CARRIERS_NAMED,
  'Each range is our estimate of what similar households pay, not a measured percentile. It covers what we did not ask: credit, mileage, discounts.',
  'Carrier prices follow a public 2025 index and are illustrative, not quotes.',
  'The list of carriers in the state is general knowledge, not checked against filings.',
  'USAA only insures military families.',
]

export const estimateAuto = (request: AutoCalculatorRequest): AutoEstimatesResponse => {
  const { inputs, facts, vehicle, assumptions } = autoProfile(request)
  const { state } = inputs.driver
  const record = { clean_premium: totalPremium(cleanPremiums(state, facts)), ...inputs.history }
  const doubt = vehicleDoubt(vehicle)
  const sigma = spread(householdSigma(state), doubt)
  const carriers = carriersIn(state)
    .map(({ carrier, plan }) => ({ carrier, monthly: bands(price(plan, record).price / 12, sigma) }))
    .sort((a, b) => a.monthly.p50 - b.monthly.p50)
  const market = {
    monthly: bands(marketPremium(state, record).price / 12, spread(marketSigma(state), doubt)),
  }
  return calculatorAnswer(constant, {
    inputs,
    assumptions: [...assumptions, ...carrierAssumptions],
    result: { carriers, market },
  })
}

export const autoEstimates = calculator({
  id: 'estimateAuto',
  summary: 'Estimate monthly auto premiums by carrier.',
  description:
    'Ranges for one driver, for each carrier in the state and for the market. Requires driver with a state or ZIP code. Without vehicle, only driver and location count. Buys nothing and is not a quote.',
  input: AutoCalculatorRequest,
  output: AutoEstimatesResponse,
  constant,
  estimate: estimateAuto,
})
