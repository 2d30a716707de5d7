import Type, { type Static } from 'typebox'
import { sources } from '../../agency/rating/sources.ts'
import { isCaliforniaGoodDriver } from '../../agency/rating/surcharge.ts'
import { usd } from '../../platform/values/money.ts'
import { dollars } from '../../platform/values/schema-parts.ts'
import { autoProfile, autoSources } from './auto-profile.ts'
import { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { calculator } from './calculator.ts'
import {
  breakevenRepairCost,
  type ClaimCase,
  claimCase,
  filing,
  isTotalLoss,
  outOfPocket,
  surchargeTotal,
} from './claim-case.ts'
import { invalid } from './place.ts'
import { say } from './say.ts'
import { calculatorAnswer, calculatorResponse, closed, constantOf } from './schemas.ts'

export const FileAClaimResponse = calculatorResponse({
  $id: 'FileAClaimResponse',
  calculator: 'file-a-claim',
  inputs: AutoInputs,
  result: Type.Object(
    {
      file: Type.Object(
        {
          deductible: dollars('What you pay for this repair.'),
          insurer_pays: dollars('What the carrier pays.'),
          premium_impact: Type.Object(
            {
              surcharge_pct: Type.Number({
                minimum: 0,
                description: 'Increase of the premium in the first year, in percent.',
              }),
              years: Type.Integer({ minimum: 0, description: 'How many years the increase lasts.' }),
              total: dollars('The whole increase, in dollars of today.'),
              by_year: Type.Array(dollars('Extra premium of one year, in dollars of today.')),
            },
            { ...closed, description: 'What filing does to later premiums.' },
          ),
          long_run_cost: dollars('Deductible plus the extra premiums.'),
        },
        { ...closed, description: 'Filing the claim.' },
      ),
      pay_out_of_pocket: Type.Object(
        { long_run_cost: dollars('The repair, or the value of the car if that is less.') },
        { ...closed, description: 'Paying for the repair yourself.' },
      ),
      recommendation: Type.Enum(['file', 'pay_out_of_pocket'], { type: 'string' }),
      breakeven_repair_cost: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Filing costs less than paying above this repair cost. Null when it never does.',
      }),
      reason: Type.String({ description: 'The recommendation in words.' }),
    },
    closed,
  ),
})
export type FileAClaimResponse = Static<typeof FileAClaimResponse>

const reasonFor = (found: ClaimCase): string => {
  const { long_run_cost, insurer_pays, premium_impact } = filing(found)
  const { total, years } = premium_impact
  const breakeven = breakevenRepairCost(found)
  if (outOfPocket(found) <= found.claim.deductible) {
    return say(
      'The damage is no more than your {deductible} deductible, so your carrier would pay nothing.',
      {
        deductible: usd(found.claim.deductible),
      },
    )
  }
  if (breakeven === null) {
    return say('Your car is worth about {value}, no more than filing would cost you in the long run.', {
      value: usd(found.carValue),
    })
  }
  if (outOfPocket(found) <= breakeven) {
    return say(
      'Your carrier would pay {paid}, but your premiums would rise by about {more} over {years} years. Filing makes sense above {breakeven}.',
      { paid: usd(insurer_pays), more: usd(total), years, breakeven: usd(breakeven) },
    )
  }
  return total > 0
    ? say(
        'Filing costs about {cost} including higher premiums for {years} years, less than {pocket} out of pocket.',
        { cost: usd(long_run_cost), years, pocket: usd(outOfPocket(found)) },
      )
    : say("Your carrier would pay {paid} and can't raise your premium for damage this small.", {
        paid: usd(insurer_pays),
      })
}

const californiaAssumption = ({ claim }: ClaimCase): string =>
  isCaliforniaGoodDriver(claim)
    ? "We assumed you lose California's good-driver discount of at least 20%. A driver with no other points may keep it, and then filing makes sense sooner."
    : "With two or more points, California's good-driver discount is already gone, so only the surcharge counts."

const claimAssumptions = (found: ClaimCase): string[] => {
  const { claim, annualPremium, carValue, surcharge } = found
  const at = (part: number): string => usd(claim.deductible + surchargeTotal(found) * part)
  return [
    'An at-fault collision without injuries, paid by collision coverage. A comprehensive or not-at-fault claim hardly raises the premium.',
    say('Your premium before the claim is the middle of the market, about {premium} a year.', {
      premium: usd(annualPremium),
    }),
    'No accident forgiveness. Later premiums are discounted at 3% a year.',
    say(
      'The surcharge averages public studies that disagree. If yours is 40% smaller or larger, the break-even is {low} or {high}.',
      { low: at(0.6), high: at(1.4) },
    ),
    ...(surcharge.rule ? [surcharge.rule] : []),
    ...(claim.state === 'CA' ? [californiaAssumption(found)] : []),
    ...(isTotalLoss(found)
      ? [
          say(
            'The repair costs more than 75% of the car’s value, which we estimate at {value}: a total loss is likely.',
            {
              value: usd(carValue),
            },
          ),
        ]
      : []),
  ]
}

const constant = constantOf('file-a-claim', [...autoSources, sources.surchargeRules, sources.vehicleGuides])

const repairOf = ({ repair_estimate }: AutoCalculatorRequest): number =>
  repair_estimate === undefined
    ? invalid({
        path: 'repair_estimate',
        code: 'required',
        expected: 'the cost of the repair in dollars, more than 0',
      })
    : Math.max(1, Math.round(repair_estimate))

export const weighClaim = (request: AutoCalculatorRequest): FileAClaimResponse => {
  const repair = repairOf(request)
  const profile = autoProfile(request)
  const found = claimCase(profile, repair)
  const breakeven = breakevenRepairCost(found)
  const files = breakeven !== null && outOfPocket(found) > breakeven
  return calculatorAnswer(constant, {
    inputs: { ...profile.inputs, repair_estimate: repair },
    assumptions: [...profile.assumptions, ...claimAssumptions(found)],
    result: {
      file: filing(found),
      pay_out_of_pocket: { long_run_cost: outOfPocket(found) },
      recommendation: files ? 'file' : 'pay_out_of_pocket',
      breakeven_repair_cost: breakeven,
      reason: reasonFor(found),
    },
  })
}

export const fileAClaim = calculator({
  id: 'weighFilingAClaim',
  summary: 'Compare filing an auto claim with paying for the repair.',
  description:
    'Returns a recommendation, the long-run cost of each choice (filing costs the deductible plus higher premiums), and the repair cost where they break even. Requires driver with a state or ZIP code, and repair_estimate. Files nothing. Not advice on a specific policy.',
  input: AutoCalculatorRequest,
  output: FileAClaimResponse,
  constant,
  estimate: weighClaim,
})
