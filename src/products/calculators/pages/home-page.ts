import { html } from 'hono/html'
import { type HomeRiskFactor, homeRiskFactors } from '../../../agency/rating/home-plan.ts'
import { linear } from '../../../platform/pages/charts/figure.ts'
import { type RangeBar, rangeBars } from '../../../platform/pages/charts/range-bars.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { estimateHome } from '../home.ts'
import { HomeCalculatorRequest, type HomeCalculatorResponse, riskFactorIds } from '../home-request.ts'
import { say, sayKnown } from '../say.ts'
import type { Drawn } from './answer-view.ts'
import { calculatorPage } from './calculator-page.ts'
import type { Form } from './form.ts'

const gaugeChart = (share: number, words: string): Html => {
  const x = linear([0, 1], [0, 100])(Math.min(1, Math.max(0, share)))
  return html`<span class="chart gauge"><svg width="100%" height="18" aria-hidden="true" focusable="false">
<rect class="range" y="7" width="100%" height="4" rx="2"/>
<rect class="core" y="5" width="${x}%" height="8" rx="2"/>
</svg>${words}</span>`
}

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

const stepByStep = ({ inputs: { zip, home_sqft, risk_factors } }: HomeCalculatorResponse): RangeBar[] =>
  [[], ...risk_factors.map((_, at) => risk_factors.slice(0, at + 1))].map(chosen => {
    const { annual_low, annual_mid, annual_high } = estimateHome({ zip, home_sqft, risk_factors: chosen })
      .result.estimate
    const last = chosen.at(-1)
    return {
      label: last === undefined ? say('The home itself') : sayKnown(homeRiskFactors[last].label),
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
  const [risk, tone] = RISK_WORDS[wildfire_risk] ?? [wildfire_risk, '']
  const percent = Math.round(fair_plan_likelihood * 1000) / 10
  return html`<h3>${say('How the location affects the price')}</h3>
<dl class="facts">
<dt>${say('Location')}</dt><dd>${say('{zip}, {county} County', { zip: inputs.zip, county })}</dd>
<dt>${say('Wildfire risk')}</dt><dd><span class="badge ${tone}">${sayKnown(risk)}</span></dd>
<dt>${say('Price within California')}</dt><dd>${gaugeChart(percentile_in_state / 100, say('More expensive than {percent}% of California ZIP codes', { percent: percentile_in_state }))}</dd>
<dt>FAIR Plan</dt><dd>${gaugeChart(fair_plan_likelihood, say('{percent}% of insured homes here use the insurer of last resort', { percent }))}</dd>
</dl>`
}

const draw = (answer: HomeCalculatorResponse): Drawn => {
  const { annual_low, annual_mid, annual_high } = answer.result.estimate
  const bars = stepByStep(answer)
  const prices = { low: usd(annual_low), mid: usd(annual_mid), high: usd(annual_high) }
  const { county } = answer.result.zip_context
  const [bare] = bars
  const more =
    bare && bars.length > 1
      ? ` ${say('The risk factors you selected add {more} to the middle price.', { more: usd(annual_mid - bare.mid) })}`
      : ''
  return {
    verdict: say('About {price} a year', { price: usd(annual_mid) }),
    because:
      say('We estimate {low} to {high} for this home in {county} County.', { ...prices, county }) + more,
    body: html`${rangeBars({
      id: 'steps',
      title: bars.length > 1 ? say('What each risk factor adds') : say('Yearly price'),
      description: say('We estimate {low} to {high}, with {mid} in the middle.', prices) + more,
      rowName: say('With'),
      bars,
      money: usd,
      reading:
        bars.length > 1
          ? say(
              'Each row adds one risk factor; the last is your home. The mark is the middle price, the bar our estimate of the range.',
            )
          : say('The bar is our estimate of the range, the mark the middle price.'),
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
  next: [
    {
      name: 'umbrella',
      label: 'What would an umbrella policy on top of this cost?',
      carries: { zip: 'zip' },
    },
  ],
})
