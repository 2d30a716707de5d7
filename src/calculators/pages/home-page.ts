import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import { gauge } from '../../pages/charts/gauge.ts'
import { type RangeBar, rangeBars } from '../../pages/charts/range-bars.ts'
import type { Html } from '../../pages/frame.ts'
import { type HomeRiskFactor, homeRiskFactors } from '../../rating/home-plan.ts'
import { estimateHome } from '../home.ts'
import { HomeCalculatorRequest, type HomeCalculatorResponse, riskFactorIds } from '../home-request.ts'
import type { Drawn } from './answer-view.ts'
import { calculatorPage } from './calculator-page.ts'
import type { Form } from './form.ts'

const added = (id: HomeRiskFactor): string => `+${Math.round((homeRiskFactors[id].effect - 1) * 100)}%`

const form: Form = {
  groups: [
    {
      legend: 'Home',
      fields: [
        { name: 'zip', label: 'ZIP code', hint: 'In California', autocomplete: 'postal-code' },
        { name: 'home_sqft', label: 'Living area', hint: 'Square feet, for example 1,800' },
      ],
    },
    {
      legend: 'Risk factors',
      fields: [
        {
          name: 'risk_factors',
          label: 'Select all that apply',
          control: {
            kind: 'checks',
            options: riskFactorIds.map(value => ({
              value,
              label: homeRiskFactors[value].label,
              note: added(value),
            })),
          },
        },
      ],
    },
  ],
}

/** The home without risk factors, then with one more at a time. Each bar is a calculation of its own. */
const stepByStep = ({ inputs: { zip, home_sqft, risk_factors } }: HomeCalculatorResponse): RangeBar[] =>
  [[], ...risk_factors.map((_, at) => risk_factors.slice(0, at + 1))].map(chosen => {
    const { annual_low, annual_mid, annual_high } = estimateHome({ zip, home_sqft, risk_factors: chosen })
      .result.estimate
    const last = chosen.at(-1)
    return {
      label: last === undefined ? 'The home itself' : homeRiskFactors[last].label,
      low: annual_low,
      mid: annual_mid,
      high: annual_high,
      strong: chosen.length === risk_factors.length,
    }
  })

const RISK_WORDS: Readonly<Record<string, readonly [words: string, tone: string]>> = {
  low: ['Low', 'success'],
  moderate: ['Moderate', 'info'],
  elevated: ['Elevated', 'warning'],
  high: ['High', 'warning'],
  very_high: ['Very high', 'danger'],
}

const context = ({ inputs, result: { zip_context } }: HomeCalculatorResponse): Html => {
  const { county, wildfire_risk, fair_plan_likelihood, percentile_in_state } = zip_context
  const [words, tone] = RISK_WORDS[wildfire_risk] ?? [wildfire_risk, '']
  return html`<h3>How the location affects the price</h3>
<dl class="facts">
<dt>Location</dt><dd>${inputs.zip}, ${county} County</dd>
<dt>Wildfire risk</dt><dd><span class="badge ${tone}">${words}</span></dd>
<dt>Price within California</dt><dd>${gauge(percentile_in_state / 100, `More expensive than ${percentile_in_state}% of California ZIP codes`)}</dd>
<dt>FAIR Plan</dt><dd>${gauge(fair_plan_likelihood, `${Math.round(fair_plan_likelihood * 1000) / 10}% of insured homes here use the insurer of last resort`)}</dd>
</dl>`
}

const draw = (answer: HomeCalculatorResponse): Drawn => {
  const { annual_low, annual_mid, annual_high } = answer.result.estimate
  const bars = stepByStep(answer)
  const range = `We estimate ${usd(annual_low)} to ${usd(annual_high)}`
  const [bare] = bars
  const more =
    bare && bars.length > 1
      ? ` The risk factors you selected add ${usd(annual_mid - bare.mid)} to the middle price.`
      : ''
  return {
    verdict: `About ${usd(annual_mid)} a year`,
    because: `${range} for this home in ${answer.result.zip_context.county} County.${more}`,
    body: html`${rangeBars({
      id: 'steps',
      title: bars.length > 1 ? 'What each risk factor adds' : 'Yearly price',
      description: `${range}, with ${usd(annual_mid)} in the middle.${more}`,
      rowName: 'With',
      bars,
      money: usd,
      reading:
        bars.length > 1
          ? 'Each row adds one risk factor; the last is your home. The mark is the middle price, the bar our estimate of the range.'
          : 'The bar is our estimate of the range, the mark the middle price.',
    })}${context(answer)}`,
  }
}

export const homePage = calculatorPage({
  name: 'home',
  title: 'What does home insurance cost in California?',
  lede: 'A yearly price range by location, size and risk, with the wildfire risk of the ZIP code.',
  form,
  schema: HomeCalculatorRequest,
  estimate: estimateHome,
  draw,
  next: [{ name: 'umbrella', label: 'What would an umbrella policy on top cost?', carries: { zip: 'zip' } }],
})
