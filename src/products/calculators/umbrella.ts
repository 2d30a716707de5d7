import Type, { type Static } from 'typebox'
import { autoLimitsText, readAutoLimits } from '../../agency/rating/auto-limits.ts'
import { rangeOf } from '../../agency/rating/bands.ts'
import { along, price } from '../../agency/rating/plan.ts'
import { sources } from '../../agency/rating/sources.ts'
import type { Territory } from '../../agency/rating/territory.ts'
import {
  firstMillionPlan,
  marketLimits,
  umbrellaLevel,
  umbrellaSigma,
} from '../../agency/rating/umbrella-plan.ts'
import { usd } from '../../platform/values/money.ts'
import { dollars } from '../../platform/values/schema-parts.ts'
import { calculator } from './calculator.ts'
import { fiveDigits, knownTerritory } from './place.ts'
import { say } from './say.ts'
import { calculatorAnswer, calculatorResponse, closed, constantOf } from './schemas.ts'
import { declineReasons, reasonNotServed } from './umbrella-eligibility.ts'
import {
  type HouseholdCounts,
  MILLION,
  UmbrellaCalculatorRequest,
  UmbrellaInputs,
  usualHousehold,
} from './umbrella-request.ts'
import { underlyingAuto } from './underlying-auto.ts'

const Band = Type.Object(
  {
    coverage_limit: dollars('Limit of the umbrella policy.'),
    annual: Type.Object(
      {
        low: dollars('Low end of our estimate of the range.'),
        mid: dollars('The middle of the range.'),
        high: dollars('High end of our estimate of the range.'),
      },
      { ...closed, description: 'Yearly premium: our estimate of the range, not measured percentiles.' },
    ),
  },
  closed,
)
type Band = Static<typeof Band>

export const UmbrellaCalculatorResponse = calculatorResponse({
  $id: 'UmbrellaCalculatorResponse',
  calculator: 'umbrella',
  inputs: UmbrellaInputs,
  result: Type.Object(
    {
      bands: Type.Array(Band, {
        description:
          'Prices for 1, 2, 3, 5 and 10 million and the desired limit. Empty if the ZIP code is not served.',
      }),
      eligibility: Type.Object(
        {
          eligible: Type.Boolean(),
          reasons: Type.Array(Type.String(), {
            description: 'Why carriers would decline, or what to change first.',
          }),
        },
        closed,
      ),
      underlying: Type.Object(
        {
          required_auto: Type.String({
            description: 'Auto liability limits that carriers require underneath, in thousands.',
          }),
          current_meets: Type.Unsafe<boolean | null>({
            type: ['boolean', 'null'],
            description: 'Null if the current limits were not given.',
          }),
          note: Type.String(),
        },
        closed,
      ),
      highlight: Type.Optional(Band),
    },
    closed,
  ),
})
export type UmbrellaCalculatorResponse = Static<typeof UmbrellaCalculatorResponse>

const COMMON_LIMITS = [1, 2, 3, 5, 10]

const range = rangeOf(umbrellaSigma)

const bandAt = (firstMillion: number, millions: number): Band => ({
  coverage_limit: millions * MILLION,
  annual: range(firstMillion * along(marketLimits, millions)),
})

const bandsFor = (inputs: UmbrellaInputs, territory: Territory, underlying_auto: string): Band[] => {
  const firstMillion = price(firstMillionPlan, {
    territory: territory.state,
    place_level: umbrellaLevel(territory),
    underlying_auto,
    property_count: inputs.property_count,
    auto_count: inputs.auto_count,
    antique_vehicles: inputs.antique_vehicles,
    drivers_under_22: inputs.drivers_under_22,
    drivers_over_70: inputs.drivers_over_70,
    incidents: inputs.moving_violations + inputs.at_fault_accidents,
    large_watercraft: inputs.large_watercraft,
    jet_skis: inputs.jet_skis,
    motorcycles: inputs.motorcycles,
  }).price
  const wanted = inputs.desired_coverage_limit / MILLION
  const limits = COMMON_LIMITS.includes(wanted)
    ? COMMON_LIMITS
    : [...COMMON_LIMITS, wanted].sort((a, b) => a - b)
  return limits.map(millions => bandAt(firstMillion, millions))
}

const inputsOf = (request: UmbrellaCalculatorRequest): UmbrellaInputs => {
  const inputs: UmbrellaInputs = {
    zip: fiveDigits(request.zip),
    property_count: request.property_count ?? usualHousehold.property_count,
    auto_count: request.auto_count ?? usualHousehold.auto_count,
    antique_vehicles: request.antique_vehicles ?? usualHousehold.antique_vehicles,
    drivers_under_22: request.drivers_under_22 ?? usualHousehold.drivers_under_22,
    drivers_over_70: request.drivers_over_70 ?? usualHousehold.drivers_over_70,
    moving_violations: request.moving_violations ?? usualHousehold.moving_violations,
    at_fault_accidents: request.at_fault_accidents ?? usualHousehold.at_fault_accidents,
    large_watercraft: request.large_watercraft ?? usualHousehold.large_watercraft,
    jet_skis: request.jet_skis ?? usualHousehold.jet_skis,
    motorcycles: request.motorcycles ?? usualHousehold.motorcycles,
    desired_coverage_limit: Math.ceil((request.desired_coverage_limit ?? MILLION) / MILLION) * MILLION,
  }
  const limits = readAutoLimits(request.current_auto_coverages ?? '')
  if (limits) inputs.current_auto_coverages = autoLimitsText(limits)
  return inputs
}

const usualCounts = Object.entries(usualHousehold).map(([name, count]) => ({
  name: name as keyof HouseholdCounts,
  said: `${name} ${count}`,
}))

const silentCounts = (request: UmbrellaCalculatorRequest): string => {
  let silent = ''
  for (const { name, said } of usualCounts)
    if (request[name] === undefined) silent += silent === '' ? said : `, ${said}`
  return silent
}

const addLimitAssumptions = (said: string[], wanted: number | undefined, limit: number): void => {
  if (wanted === undefined) said.push('No limit given: we highlighted $1,000,000.')
  else if (wanted !== limit)
    said.push(
      say('We rounded the desired limit of {wanted} up to {limit}.', {
        wanted: usd(wanted),
        limit: usd(limit),
      }),
    )
  if (limit > 5 * MILLION) said.push('Few carriers offer more than $5,000,000.')
}

const assumptionsOf = (request: UmbrellaCalculatorRequest, inputs: UmbrellaInputs): string[] => {
  const said: string[] = []
  const silent = silentCounts(request)
  if (silent !== '') said.push(say('Not given, so we assumed: {silent}.', { silent }))
  addLimitAssumptions(said, request.desired_coverage_limit, inputs.desired_coverage_limit)
  said.push(
    'Each range is our estimate of what similar households pay, not a measured percentile. Its width reflects how much published prices differ.',
    'Your home policy carries $300,000 of personal liability. No DUI, no earlier umbrella loss and no public figure in the household.',
    'Prices are for the market as a whole; each carrier has its own rules and prices.',
  )
  return said
}

const INELIGIBLE = 'Prices show what a carrier might charge if it accepts the household anyway.'

const constant = constantOf('umbrella', [
  sources.umbrellaGuides,
  sources.umbrellaStudy,
  sources.insuranceComAuto,
  sources.rliFiling,
  sources.geoNames,
  sources.judgment,
])

export const estimateUmbrella = (request: UmbrellaCalculatorRequest): UmbrellaCalculatorResponse => {
  const inputs = inputsOf(request)
  const { zip } = inputs
  const underlying = underlyingAuto(inputs.current_auto_coverages)
  const notServed = reasonNotServed(zip)
  const declined = declineReasons(inputs)
  const priced = notServed === undefined ? bandsFor(inputs, knownTerritory(zip, 'zip'), underlying.level) : []
  const highlight = priced.find(({ coverage_limit }) => coverage_limit === inputs.desired_coverage_limit)
  const reasons = [
    ...(notServed === undefined ? [] : [notServed]),
    ...declined,
    ...(underlying.raiseFirst === undefined ? [] : [underlying.raiseFirst]),
  ]
  const assumptions = assumptionsOf(request, inputs)
  if (highlight && declined.length > 0) assumptions.push(INELIGIBLE)
  return calculatorAnswer(constant, {
    inputs,
    assumptions,
    result: {
      bands: priced,
      eligibility: { eligible: reasons.length === 0, reasons },
      underlying: underlying.answer,
      ...(highlight && { highlight }),
    },
  })
}

export const umbrellaCalculator = calculator({
  id: 'estimateUmbrella',
  summary: 'Estimate yearly umbrella prices by coverage limit.',
  description:
    'Returns ranges for 1, 2, 3, 5 and 10 million and the desired limit, whether carriers are likely to accept the household, and whether its auto limits are high enough. Requires zip. Not a quote: for offers, apply.',
  input: UmbrellaCalculatorRequest,
  output: UmbrellaCalculatorResponse,
  constant,
  estimate: estimateUmbrella,
})
