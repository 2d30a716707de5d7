import { wholeDollars } from '../../agency/rating/bands.ts'
import { type CaliforniaHome, californiaHome } from '../../agency/rating/california-home.ts'
import {
  californiaHomePlan,
  type HomeRiskFactor,
  homeRange,
  homeRiskFactors,
} from '../../agency/rating/home-plan.ts'
import { price } from '../../agency/rating/plan.ts'
import { sources } from '../../agency/rating/sources.ts'
import {
  type CountyWildfire,
  outsideTheStates,
  type Territory,
  territoryOf,
} from '../../agency/rating/territory.ts'
import { fail } from '../../platform/errors.ts'
import { usd } from '../../platform/values/money.ts'
import { calculator } from './calculator.ts'
import { HomeCalculatorRequest, HomeCalculatorResponse, riskFactorIds } from './home-request.ts'
import { fiveDigits, invalid } from './place.ts'
import { say, sayKnown } from './say.ts'
import { calculatorAnswer, constantOf } from './schemas.ts'

const available_risk_factors = riskFactorIds.map(id => {
  const { label, effect } = homeRiskFactors[id]
  return { id, label, effect_pct: Math.round((effect - 1) * 100) }
})

const CALIFORNIA_ONLY =
  'This calculator estimates prices in California only. For a home in another state, get real quotes with POST /api/agent/homeowners/quotes.'

const notServed = (place: string): never =>
  fail('unsupported_state', {
    message: CALIFORNIA_ONLY,
    fields: [
      {
        path: 'zip',
        code: 'zip_not_in_state',
        facts: { actual: place, state: 'California' },
        expected: 'a California ZIP code',
      },
    ],
  })

const inCalifornia = (zip: string): { territory: Territory; home: CaliforniaHome } => {
  const outside = outsideTheStates(zip)
  if (outside) return notServed(outside)
  const territory =
    territoryOf(zip) ?? invalid({ path: 'zip', code: 'unknown_zip', expected: 'a California ZIP code' })
  const home = californiaHome(zip) ?? notServed(territory.state)
  return { territory, home }
}

const riskFactorsOf = ({ risk_factors = [] }: HomeCalculatorRequest): HomeRiskFactor[] => {
  const named = new Set<string>(risk_factors.map(id => (id === 'swimming_pool' ? 'pool' : id)))
  if (named.has('several_prior_claims')) named.delete('one_prior_claim')
  return riskFactorIds.filter(id => named.has(id))
}

const OFTEN_DECLINED: readonly HomeRiskFactor[] = [
  'trampoline',
  'restricted_dog',
  'knob_and_tube_wiring',
  'aluminum_wiring',
  'old_plumbing',
  'wood_shake_roof',
  'short_term_rental',
  'several_prior_claims',
]

const COUNTY_WILDFIRE = {
  VL: 'a very low',
  RL: 'a relatively low',
  RM: 'a relatively moderate',
  RH: 'a relatively high',
  VH: 'a very high',
  NR: 'no',
} as const satisfies Record<CountyWildfire, string>

const placeAssumptions = ({ zip, county, countyWildfire }: Territory, home: CaliforniaHome): string[] => [
  say(
    'Wildfire risk is for the ZIP code, from its FAIR Plan policies. FEMA gives {county} County as a whole {rated} rating.',
    { county, rated: say(COUNTY_WILDFIRE[countyWildfire]) },
  ),
  ...(home.figuresOf === zip
    ? []
    : [
        say(
          '{zip} has few homes of its own, so its figures are blended with those of {other}, the nearest ZIP code in the county with enough homes.',
          { zip, other: home.figuresOf },
        ),
      ]),
  ...(home.fairPlanLikelihood > 0.2
    ? [
        'The FAIR Plan, the insurer of last resort, is common here. It averages $2,800 to $3,200 a year statewide, plus $500 to $1,500 for a policy that fills its gaps.',
      ]
    : []),
]

const riskAssumptions = (
  { risk_factors }: HomeCalculatorRequest,
  counted: readonly HomeRiskFactor[],
): string[] => {
  if (!risk_factors) return ['No risk factors given: we assumed none.']
  const declined = counted
    .filter(id => OFTEN_DECLINED.includes(id))
    .map(id => sayKnown(homeRiskFactors[id].label))
  return [
    ...(risk_factors.includes('one_prior_claim') && !counted.includes('one_prior_claim')
      ? ['“Two or more claims” includes the one claim, so we counted it once.']
      : []),
    ...(declined.length > 0
      ? [
          say('Many carriers decline these, or review them first: {declined}.', {
            declined: declined.join(', '),
          }),
        ]
      : []),
  ]
}

const houseAssumptions = (home_sqft: number, { rebuildPerSqft }: CaliforniaHome): string[] => [
  'The range covers 80% of California ZIP codes once location and home value are accounted for, based on premiums from 2018 to 2021.',
  say('Rebuilding costs {each} a square foot here, {total} in all.', {
    each: usd(rebuildPerSqft),
    total: usd(rebuildPerSqft * home_sqft),
  }),
  'An owner-occupied house built around 1992, HO-3 form, $1,000 deductible.',
  "Carriers can't use credit in California. We counted no discounts (bundling, alarms, wildfire mitigation).",
  'Earthquake and flood are not included.',
]

const constant = constantOf('home', [
  sources.bankrateHome,
  sources.moneyGeekHome,
  sources.stateFarmHome,
  sources.insurifyHome,
  sources.policygeniusHome,
  sources.cdi,
  sources.fairPlan,
  sources.fema,
  sources.rebuildGuides,
  sources.geoNames,
  sources.judgment,
])

export const estimateHome = (request: HomeCalculatorRequest): HomeCalculatorResponse => {
  const zip = fiveDigits(request.zip)
  const { territory, home } = inCalifornia(zip)
  const risk_factors = riskFactorsOf(request)
  const { price: mid } = price(californiaHomePlan, {
    dwelling: request.home_sqft * home.rebuildPerSqft,
    wildfire_load: home.wildfireLoad,
    county_level: home.countyLevel,
    risk_factors,
  })
  return calculatorAnswer(constant, {
    inputs: { zip, home_sqft: request.home_sqft, risk_factors },
    assumptions: [
      ...houseAssumptions(request.home_sqft, home),
      ...riskAssumptions(request, risk_factors),
      ...placeAssumptions(territory, home),
    ],
    result: {
      estimate: {
        annual_low: wholeDollars(mid * homeRange.low),
        annual_mid: wholeDollars(mid),
        annual_high: wholeDollars(mid * homeRange.high),
      },
      zip_context: {
        county: territory.county,
        wildfire_risk: home.wildfireRisk,
        fair_plan_likelihood: home.fairPlanLikelihood,
        percentile_in_state: home.percentile,
      },
      available_risk_factors,
    },
  })
}

export const homeCalculator = calculator({
  id: 'estimateHome',
  summary: 'Estimate the yearly homeowners premium in California.',
  description:
    'Returns a range by ZIP code, size and risk factors, and the wildfire and FAIR Plan context of the ZIP code. Requires zip and home_sqft. California only. Not a quote: for offers, apply.',
  input: HomeCalculatorRequest,
  output: HomeCalculatorResponse,
  constant,
  estimate: estimateHome,
})
