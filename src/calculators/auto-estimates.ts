import Type, { type Static } from 'typebox'
import { carriersIn, householdSigma, marketPremium, marketSigma } from '../rating/auto-carriers.ts'
import { cleanPremiums, sumOf } from '../rating/auto-plan.ts'
import { bands } from '../rating/bands.ts'
import { price } from '../rating/plan.ts'
import { sources } from '../rating/sources.ts'
import { autoProfile, autoSources } from './auto-profile.ts'
import { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { calculator } from './calculator.ts'
import { answer, calculatorResponse, closed, constantOf, MonthlyBands } from './schemas.ts'

export const AutoEstimatesResponse = calculatorResponse({
  $id: 'AutoEstimatesResponse',
  calculator: 'auto-estimates',
  inputs: AutoInputs,
  result: Type.Object(
    {
      carriers: Type.Array(
        Type.Object(
          { carrier: Type.String({ description: 'Name of the insurer.' }), monthly: MonthlyBands },
          closed,
        ),
        { description: 'Insurers that write in the state, cheapest middle price first.' },
      ),
      market: Type.Object({ monthly: MonthlyBands }, { ...closed, description: 'All insurers together.' }),
    },
    closed,
  ),
})
export type AutoEstimatesResponse = Static<typeof AutoEstimatesResponse>

const constant = constantOf('auto-estimates', [...autoSources, sources.carrierStates])

const carrierAssumptions = [
  'Carrier prices follow a public index of 2025 and are illustrative, not quotes.',
  'Which carriers write in the state is general knowledge, not checked against filings.',
  'USAA insures only military families.',
]

export const estimateAuto = (request: AutoCalculatorRequest): AutoEstimatesResponse => {
  const { inputs, facts, assumptions } = autoProfile(request)
  const { state } = inputs.driver
  const record = { clean_premium: sumOf(cleanPremiums(state, facts)), ...inputs.history }
  const sigma = householdSigma(state)
  const carriers = carriersIn(state)
    .map(({ carrier, plan }) => ({ carrier, monthly: bands(price(plan, record).price / 12, sigma) }))
    .sort((a, b) => a.monthly.p50 - b.monthly.p50)
  const market = { monthly: bands(marketPremium(state, record).price / 12, marketSigma(state)) }
  return answer(constant, {
    inputs,
    assumptions: [...assumptions, ...carrierAssumptions],
    result: { carriers, market },
  })
}

export const autoEstimates = calculator({
  id: 'estimateAuto',
  summary: 'Monthly auto premium bands by carrier.',
  description:
    'Percentile bands of the monthly premium for one driver and vehicle, by carrier and for the market. Without a vehicle, driver and place alone decide. Directional: not a quote.',
  input: AutoCalculatorRequest,
  output: AutoEstimatesResponse,
  constant,
  estimate: estimateAuto,
})
