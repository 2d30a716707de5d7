import Type, { type Static } from 'typebox'
import { marketSigma } from '../../agency/rating/auto-carriers.ts'
import { bands, spread } from '../../agency/rating/bands.ts'
import { sources } from '../../agency/rating/sources.ts'
import { vehicleDoubt } from '../../agency/rating/vehicle.ts'
import { usd } from '../../platform/values/money.ts'
import { dollars } from '../../platform/values/schema-parts.ts'
import { autoProfile, autoSources } from './auto-profile.ts'
import { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { calculator } from './calculator.ts'
import { type OwnershipYear, ownershipYears, type Scenario, scenarios, yearCost } from './ownership-year.ts'
import { say } from './say.ts'
import { calculatorAnswer, calculatorResponse, closed, constantOf, MonthlyBands } from './schemas.ts'

const YEARS = 10

const scenario = Type.Enum([...scenarios], {
  type: 'string',
  description: 'Which damage to your own car is insured.',
})

export const CollisionAndComprehensiveCoverageResponse = calculatorResponse({
  $id: 'CollisionAndComprehensiveCoverageResponse',
  calculator: 'collision-and-comprehensive-coverage',
  inputs: AutoInputs,
  result: Type.Object(
    {
      scenarios: Type.Array(
        Type.Object(
          {
            scenario,
            monthly: MonthlyBands,
            cumulative: Type.Array(
              Type.Object(
                {
                  year: Type.Integer({ minimum: 1, maximum: YEARS }),
                  premium: dollars('Premiums paid by the end of the year, including liability.'),
                  vehicle_value: dollars('What the car is worth at the start of the year.'),
                  expected_retained_loss: dollars(
                    'Damage you can expect to have paid for yourself by the end of the year.',
                  ),
                  expected_total_cost: dollars('Premiums plus the damage you pay for yourself.'),
                },
                closed,
              ),
              { description: 'Running totals, year by year.' },
            ),
          },
          closed,
        ),
      ),
      breakeven_year: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description:
          'The first year by the end of which collision and comprehensive have cost more than they could still pay (value minus deductible). Null if not within ten years.',
      }),
      recommendation: Type.Object(
        {
          scenario,
          reason: Type.String({ description: 'The recommendation in words, and what it costs on average.' }),
        },
        closed,
      ),
    },
    closed,
  ),
})
export type CollisionAndComprehensiveCoverageResponse = Static<
  typeof CollisionAndComprehensiveCoverageResponse
>

type Outlook = { years: readonly OwnershipYear[]; collisionDeductible: number; isAssumedCar: boolean }

const scenarioResult = (name: Scenario, years: readonly OwnershipYear[], sigma: number) => {
  let premium = 0
  let retained = 0
  const cumulative = years.map((year, at) => {
    const cost = yearCost(year, name)
    premium += cost.premium
    retained += cost.retained
    const [paid, borne] = [Math.round(premium), Math.round(retained)]
    return {
      year: at + 1,
      premium: paid,
      vehicle_value: year.value,
      expected_retained_loss: borne,
      expected_total_cost: paid + borne,
    }
  })
  return { scenario: name, monthly: bands(firstYearPremium(years, name) / 12, sigma), cumulative }
}

const firstYearPremium = ([first]: readonly OwnershipYear[], name: Scenario): number =>
  first ? yearCost(first, name).premium : 0

const breakevenYear = ({ years, collisionDeductible }: Outlook): number | null => {
  let paid = 0
  const at = years.findIndex(({ premium, value }) => {
    paid += premium.collision + premium.comprehensive
    return paid > value - collisionDeductible
  })
  return at < 0 ? null : at + 1
}

const tenYearCost = (years: readonly OwnershipYear[], name: Scenario): number =>
  years.reduce((sum, year) => {
    const { premium, retained } = yearCost(year, name)
    return sum + premium + retained
  }, 0)

const priceOfProtection = (years: readonly OwnershipYear[], name: Scenario): string => {
  const more = tenYearCost(years, name) - tenYearCost(years, 'none')
  return more > 0
    ? say(
        'On average it costs you about {more} more than it pays back over ten years. That is what you pay to be protected if the car is totaled.',
        { more: usd(more) },
      )
    : say('On average it also costs you about {less} less over ten years.', { less: usd(-more) })
}

const CHEAPEST_WORTH_INSURING = 5000

/** Agents' rule (ValuePenguin 2025): consider dropping it above 10% of the car's value a year, or below $5,000. */
const scenarioFor = ({ value, premium }: OwnershipYear, collisionDeductible: number): Scenario => {
  if (value <= collisionDeductible || value < CHEAPEST_WORTH_INSURING) return 'none'
  if (premium.collision + premium.comprehensive <= value / 10) return 'collision_and_comprehensive'
  return premium.collision <= value / 10 ? 'collision_only' : 'none'
}

const reasonFor = (now: OwnershipYear, { years, collisionDeductible, isAssumedCar }: Outlook): string => {
  const { value, premium } = now
  const facts = {
    car: isAssumedCar ? 'assumed' : 'own',
    value: usd(value),
    deductible: usd(collisionDeductible),
    both: usd(premium.collision + premium.comprehensive),
    collision: usd(premium.collision),
  }
  const scenario = scenarioFor(now, collisionDeductible)
  if (scenario === 'collision_and_comprehensive')
    return `${say('Both cost {both} a year, no more than 10% of the value of {car, select, assumed {the new sedan that we assumed} other {your car}}, which we estimate at {value}.', facts)} ${priceOfProtection(years, scenario)}`
  if (scenario === 'collision_only')
    return `${say('Collision costs {collision} a year, no more than 10% of the value of {car, select, assumed {the new sedan that we assumed} other {your car}}, which we estimate at {value}; both would cost more than that.', facts)} ${priceOfProtection(years, scenario)}`
  if (value <= collisionDeductible)
    return say(
      'With a {deductible} deductible, there is nothing left to insure: we estimate that your car is worth {value}.',
      facts,
    )
  return value < CHEAPEST_WORTH_INSURING
    ? say(
        'Coverage rarely pays off below $5,000, and you could lose at most the value of your car, which we estimate at {value}.',
        facts,
      )
    : say(
        'Collision alone costs {collision} a year, more than 10% of the value of {car, select, assumed {the new sedan that we assumed} other {your car}}, which we estimate at {value}.',
        facts,
      )
}

const recommend = (outlook: Outlook): { scenario: Scenario; reason: string } => {
  const [now] = outlook.years
  return now
    ? { scenario: scenarioFor(now, outlook.collisionDeductible), reason: reasonFor(now, outlook) }
    : { scenario: 'none', reason: '' }
}

const outlookAssumptions = [
  'Each monthly range is our estimate of what similar households pay, not a measured percentile.',
  'The premium is your whole bill: liability, uninsured-motorist and medical coverage cost the same in every scenario.',
  'The driver and the car get a year older every year; rates stay as they are today.',
  'Expected damage: carriers pay out about 65% of these premiums, claims are as large as ISO and III found in 2023, and never more than the car is worth.',
  'If you have a loan or a lease, your lender requires both coverages.',
]

const constant = constantOf('collision-and-comprehensive-coverage', [
  ...autoSources,
  sources.isoLosses,
  sources.vehicleGuides,
])

export const compareCoverage = (
  request: AutoCalculatorRequest,
): CollisionAndComprehensiveCoverageResponse => {
  const profile = autoProfile(request)
  const { inputs, assumptions } = profile
  const years = ownershipYears(profile, YEARS)
  const outlook: Outlook = {
    years,
    collisionDeductible: inputs.coverage.collision_deductible,
    isAssumedCar: profile.vehicle.basis === 'reference',
  }
  const sigma = spread(marketSigma(inputs.driver.state), vehicleDoubt(profile.vehicle))
  return calculatorAnswer(constant, {
    inputs,
    assumptions: [...assumptions, ...outlookAssumptions],
    result: {
      scenarios: scenarios.map(name => scenarioResult(name, years, sigma)),
      breakeven_year: breakevenYear(outlook),
      recommendation: recommend(outlook),
    },
  })
}

export const collisionAndComprehensiveCoverage = calculator({
  id: 'compareCollisionAndComprehensiveCoverage',
  summary: 'Compare ten years with and without collision and comprehensive coverage.',
  description:
    'Use it when someone asks whether to keep this coverage on an older car. Returns premium ranges and yearly costs for neither, collision only, and both, and the year from which the coverage costs more than it can still pay. Requires driver with a state or ZIP code; add vehicle. Not a quote.',
  input: AutoCalculatorRequest,
  output: CollisionAndComprehensiveCoverageResponse,
  constant,
  estimate: compareCoverage,
})
