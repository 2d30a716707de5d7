import Type, { type Static } from 'typebox'
import { homeRiskFactors } from '../../agency/rating/home-plan.ts'
import { wildfireRisks } from '../../agency/rating/wildfire.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { dollars } from '../../platform/values/schema-parts.ts'
import { calculatorResponse, closed, FiveDigitZip, ZipCode } from './schemas.ts'

export const riskFactorIds = keysOf(homeRiskFactors)
const home_sqft = Type.Integer({
  minimum: 100,
  maximum: 25_000,
  description: 'The living area in square feet.',
  examples: [1800],
})
const riskFactorId = Type.Enum(riskFactorIds, { type: 'string' })

export const HomeCalculatorRequest = Type.Object(
  {
    zip: ZipCode,
    home_sqft,
    risk_factors: Type.Optional(
      Type.Array(Type.Enum([...riskFactorIds, 'swimming_pool'], { type: 'string' }), {
        uniqueItems: true,
        maxItems: riskFactorIds.length + 1,
        default: [],
        description: 'What raises the risk of the home. swimming_pool is an alias of pool.',
        examples: [['pool', 'solar_panels']],
      }),
    ),
  },
  {
    $id: 'HomeCalculatorRequest',
    ...closed,
    examples: [{ zip: '95959', home_sqft: 1800, risk_factors: ['pool'] }],
  },
)
export type HomeCalculatorRequest = Static<typeof HomeCalculatorRequest>

export const HomeCalculatorResponse = calculatorResponse({
  $id: 'HomeCalculatorResponse',
  calculator: 'home',
  inputs: Type.Object(
    { zip: FiveDigitZip, home_sqft, risk_factors: Type.Array(riskFactorId) },
    { ...closed, description: 'The request as understood, with defaults filled in.' },
  ),
  result: Type.Object(
    {
      estimate: Type.Object(
        {
          annual_low: dollars(
            'Low end of the range: 10th percentile around what place and home value explain.',
          ),
          annual_mid: dollars('The middle of the range.'),
          annual_high: dollars('High end of the range: 90th percentile.'),
        },
        { ...closed, description: 'Yearly premium of a homeowners policy (HO-3).' },
      ),
      zip_context: Type.Object(
        {
          county: Type.String(),
          wildfire_risk: Type.Enum([...wildfireRisks], { type: 'string' }),
          fair_plan_likelihood: Type.Number({
            minimum: 0,
            maximum: 1,
            description:
              'Share of insured homes in the ZIP code that the FAIR Plan, the insurer of last resort, covers.',
          }),
          percentile_in_state: Type.Integer({
            minimum: 0,
            maximum: 100,
            description: 'The same home is cheaper in this percentage of California ZIP codes.',
          }),
        },
        { ...closed, description: 'How the location affects the price.' },
      ),
      available_risk_factors: Type.Array(
        Type.Object(
          {
            id: riskFactorId,
            label: Type.String(),
            effect_pct: Type.Number({ description: 'What it adds to the premium, in percent.' }),
          },
          closed,
        ),
        { description: 'Every risk factor the calculator accepts.' },
      ),
    },
    closed,
  ),
})
export type HomeCalculatorResponse = Static<typeof HomeCalculatorResponse>
