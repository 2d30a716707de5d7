import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import { rangeBars } from '../../pages/charts/range-bars.ts'
import type { Html } from '../../pages/frame.ts'
import { estimateUmbrella, type UmbrellaCalculatorResponse } from '../umbrella.ts'
import { MILLION, UmbrellaCalculatorRequest } from '../umbrella-request.ts'
import type { Drawn } from './answer-view.ts'
import { calculatorPage } from './calculator-page.ts'
import type { Form } from './form.ts'

const millions = (limit: number): string => `$${limit / MILLION} million`

const LIMITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(count => count * MILLION)
const AUTO_LIMITS = ['25_50_25', '50_100_50', '100_300_100', '250_500_100', '300_300_100', '500_500_100']

const form: Form = {
  groups: [
    {
      legend: 'What you want',
      fields: [
        { name: 'zip', label: 'ZIP code', autocomplete: 'postal-code' },
        {
          name: 'desired_coverage_limit',
          label: 'Limit',
          control: {
            kind: 'select',
            options: [
              { value: '', label: 'The usual' },
              ...LIMITS.map(limit => ({ value: String(limit), label: millions(limit) })),
            ],
          },
        },
        {
          name: 'current_auto_coverages',
          label: 'Car liability you have now',
          hint: 'Thousands per person, accident and property',
          wide: true,
          control: {
            kind: 'select',
            options: [
              { value: '', label: 'I do not know' },
              ...AUTO_LIMITS.map(value => ({ value, label: value.replaceAll('_', '/') })),
            ],
          },
        },
      ],
    },
    {
      legend: 'The household',
      fields: [
        { name: 'property_count', label: 'Homes and rentals' },
        { name: 'auto_count', label: 'Cars' },
        { name: 'drivers_under_22', label: 'Drivers under 22' },
        { name: 'drivers_over_70', label: 'Drivers over 70' },
        { name: 'motorcycles', label: 'Motorcycles' },
        { name: 'antique_vehicles', label: 'Antique cars' },
        { name: 'large_watercraft', label: 'Large boats', hint: '26 feet or 50 hp up' },
        { name: 'jet_skis', label: 'Jet skis' },
      ],
    },
    {
      legend: 'Everyone’s last three years',
      fields: [
        { name: 'at_fault_accidents', label: 'At-fault accidents' },
        { name: 'moving_violations', label: 'Moving violations' },
      ],
    },
  ],
}

type Answer = UmbrellaCalculatorResponse

export const limitsChart = ({ result: { bands, highlight } }: Answer): Html =>
  rangeBars({
    id: 'limits',
    title: 'Yearly price by limit',
    description: bands
      .map(
        ({ coverage_limit, annual }) =>
          `${millions(coverage_limit)}: ${usd(annual.low)} to ${usd(annual.high)}.`,
      )
      .join(' '),
    rowName: 'Limit',
    bars: bands.map(({ coverage_limit, annual }) => ({
      label: millions(coverage_limit),
      ...annual,
      strong: coverage_limit === highlight?.coverage_limit,
    })),
    money: usd,
    reading:
      'Eight of ten households pay within the bar; the mark is the middle price. Your limit stands out.',
  })

const eligibility = ({ result: { eligibility, underlying } }: Answer): Html => {
  const tone = underlying.current_meets === null ? 'info' : underlying.current_meets ? 'success' : 'warning'
  return html`<h3>Would you get it?</h3>
${
  eligibility.eligible
    ? html`<p class="callout success">A household like this is usually accepted.</p>`
    : html`<div class="callout warning"><ul>${eligibility.reasons.map(reason => html`<li>${reason}</li>`)}</ul></div>`
}
<p class="callout ${tone}">${underlying.note} An umbrella starts where car and home liability end, so carriers ask for enough underneath.</p>`
}

const verdictOf = ({ result: { highlight, eligibility } }: Answer): Pick<Drawn, 'verdict' | 'because'> => {
  if (!highlight) return { verdict: 'Not sold at this ZIP code', because: eligibility.reasons.join(' ') }
  const { coverage_limit, annual } = highlight
  const range = `Eight of ten households like this pay ${usd(annual.low)} to ${usd(annual.high)} for ${millions(coverage_limit)}.`
  return eligibility.eligible
    ? { verdict: `About ${usd(annual.mid)} a year`, because: range }
    : { verdict: 'Most carriers would decline', because: `${eligibility.reasons[0]} ${range}` }
}

const draw = (answer: Answer): Drawn => ({
  ...verdictOf(answer),
  body: html`${answer.result.bands.length > 0 ? limitsChart(answer) : ''}${eligibility(answer)}`,
})

export const umbrellaPage = calculatorPage({
  name: 'umbrella',
  title: 'What does an umbrella policy cost?',
  lede: 'Yearly price ranges by limit, and whether the household is likely to be accepted.',
  form,
  schema: UmbrellaCalculatorRequest,
  estimate: estimateUmbrella,
  draw,
})
