import Type, { type Static } from 'typebox'
import { usd } from '../line/fields/money.ts'
import { marketSigma } from '../rating/auto-carriers.ts'
import { bands } from '../rating/bands.ts'
import { sources } from '../rating/sources.ts'
import { autoProfile, autoSources } from './auto-profile.ts'
import { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { calculator } from './calculator.ts'
import { type OwnershipYear, ownershipYears, type Scenario, scenarios, yearCost } from './ownership-year.ts'
import { answer, calculatorResponse, closed, constantOf, dollars, MonthlyBands } from './schemas.ts'

const YEARS = 10

const scenario = Type.Enum([...scenarios], {
  type: 'string',
  description: 'Which damage to the own car is insured.',
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
                  premium: dollars('Premiums paid by the end of the year, liability included.'),
                  vehicle_value: dollars('What the car is worth when the year begins.'),
                  expected_retained_loss: dollars(
                    'Damage the driver is expected to have borne by the end of the year.',
                  ),
                  expected_total_cost: dollars('Premiums and borne damage together.'),
                },
                closed,
              ),
              { description: 'Year by year, added up.' },
            ),
          },
          closed,
        ),
      ),
      breakeven_year: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description:
          'First year by whose end collision and comprehensive have cost more than they could still pay (value less deductible). Null: not within ten years.',
      }),
      recommendation: Type.Object(
        { scenario, reason: Type.String({ description: 'The recommendation in words.' }) },
        closed,
      ),
    },
    closed,
  ),
})
export type CollisionAndComprehensiveCoverageResponse = Static<
  typeof CollisionAndComprehensiveCoverageResponse
>

type Outlook = { years: readonly OwnershipYear[]; collisionDeductible: number }

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

/** Agents' rule: think of dropping cover that costs more than a tenth of the car a year, or a car below $5,000. */
const recommend = ({
  years: [now],
  collisionDeductible,
}: Outlook): { scenario: Scenario; reason: string } => {
  if (!now) return { scenario: 'none', reason: '' }
  const { value, premium } = now
  const both = premium.collision + premium.comprehensive
  const car = `the car, worth about ${usd(value)}`
  if (value <= collisionDeductible) {
    return {
      scenario: 'none',
      reason: `A deductible of ${usd(collisionDeductible)} leaves nothing to insure of ${car}.`,
    }
  }
  if (value < 5000) return { scenario: 'none', reason: `Below $5,000 cover rarely pays for ${car}.` }
  if (both <= value / 10) {
    return {
      scenario: 'collision_and_comprehensive',
      reason: `Both cost ${usd(both)} a year, no more than a tenth of ${car}.`,
    }
  }
  if (premium.collision <= value / 10) {
    return {
      scenario: 'collision_only',
      reason: `Collision costs ${usd(premium.collision)} a year, no more than a tenth of ${car}; with comprehensive it would be more.`,
    }
  }
  return {
    scenario: 'none',
    reason: `Collision alone costs ${usd(premium.collision)} a year, more than a tenth of ${car}.`,
  }
}

const outlookAssumptions = [
  'The premium is the whole bill: liability, uninsured-motorist and medical cover are in every scenario and cost the same.',
  'Driver and car grow a year older every year; rates stay at the level of today.',
  'Expected damage: insurers pay out about 65 % of these premiums, claims as large as ISO and III found in 2023, never more than the car is worth.',
  'A lender or lessor asks for both covers, whatever is recommended here.',
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
  const { inputs, facts, assumptions } = profile
  const years = ownershipYears(profile, YEARS)
  const outlook: Outlook = { years, collisionDeductible: facts.collision_deductible }
  const sigma = marketSigma(inputs.driver.state)
  return answer(constant, {
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
  summary: 'What collision and comprehensive cover cost and save over ten years.',
  description:
    'Premium bands and ten years of cumulative cost for no physical-damage cover, collision only, and collision with comprehensive; the year from which dropping it pays. Directional: not a quote.',
  input: AutoCalculatorRequest,
  output: CollisionAndComprehensiveCoverageResponse,
  constant,
  estimate: compareCoverage,
})
