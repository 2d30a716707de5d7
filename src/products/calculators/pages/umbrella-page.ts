import { html } from 'hono/html'
import { rangeBars } from '../../../platform/pages/charts/range-bars.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { say, sayKnown } from '../say.ts'
import { estimateUmbrella, type UmbrellaCalculatorResponse } from '../umbrella.ts'
import { MILLION, UmbrellaCalculatorRequest } from '../umbrella-request.ts'
import type { Drawn } from './answer-view.ts'
import { calculatorPage } from './calculator-page.ts'
import type { Form } from './form.ts'

const LIMITS = [
  '$1 million',
  '$2 million',
  '$3 million',
  '$4 million',
  '$5 million',
  '$6 million',
  '$7 million',
  '$8 million',
  '$9 million',
  '$10 million',
]

const millions = (limit: number): string => sayKnown(LIMITS[limit / MILLION - 1] ?? usd(limit))

const AUTO_LIMITS = ['25_50_25', '50_100_50', '100_300_100', '250_500_100', '300_300_100', '500_500_100']

const form: Form = {
  groups: [
    {
      legend: 'Coverage',
      fields: [
        { name: 'zip', label: 'ZIP code', autocomplete: 'postal-code' },
        {
          name: 'desired_coverage_limit',
          label: 'Limit',
          control: {
            kind: 'select',
            options: [
              { value: '', label: 'Not sure' },
              ...LIMITS.map((label, at) => ({ value: String((at + 1) * MILLION), label })),
            ],
          },
        },
        {
          name: 'current_auto_coverages',
          label: 'Your auto liability limits',
          hint: 'In thousands: per person, per accident, property damage',
          wide: true,
          control: {
            kind: 'select',
            options: [
              { value: '', label: "I don't know" },
              ...AUTO_LIMITS.map(value => ({ value, label: value.replaceAll('_', '/') })),
            ],
          },
        },
      ],
    },
    {
      legend: 'Household',
      fields: [
        { name: 'property_count', label: 'Homes and rentals' },
        { name: 'auto_count', label: 'Cars' },
        { name: 'drivers_under_22', label: 'Drivers under 22' },
        { name: 'drivers_over_70', label: 'Drivers over 70' },
        { name: 'motorcycles', label: 'Motorcycles' },
        { name: 'antique_vehicles', label: 'Antique cars' },
        { name: 'large_watercraft', label: 'Large boats', hint: 'At least 26 feet or 50 hp' },
        { name: 'jet_skis', label: 'Jet skis' },
      ],
    },
    {
      legend: 'Household record, last three years',
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
    title: say('Yearly price by limit'),
    description: bands
      .map(({ coverage_limit, annual }) =>
        say('{limit}: {low} to {high}.', {
          limit: millions(coverage_limit),
          low: usd(annual.low),
          high: usd(annual.high),
        }),
      )
      .join(' '),
    rowName: say('Limit'),
    bars: bands.map(({ coverage_limit, annual }) => ({
      label: millions(coverage_limit),
      ...annual,
      strong: coverage_limit === highlight?.coverage_limit,
    })),
    money: usd,
    reading: say(
      'The bar runs from the 10th to the 90th percentile of our price model, which spreads prices as published prices differ. The mark is the middle price; your limit is highlighted.',
    ),
  })

const toneOf = (meetsLimits: boolean | null) => {
  if (meetsLimits === null) return 'info'
  return meetsLimits ? 'success' : 'warning'
}

const eligibility = ({ result: { eligibility, underlying } }: Answer): Html => {
  const tone = toneOf(underlying.current_meets)
  return html`<h3>${say('Are carriers likely to accept you?')}</h3>
${
  eligibility.eligible
    ? html`<p class="callout success">${say('Carriers usually accept a household like this.')}</p>`
    : html`<div class="callout warning"><ul>${eligibility.reasons.map(reason => html`<li>${sayKnown(reason)}</li>`)}</ul></div>`
}
<p class="callout ${tone}">${sayKnown(underlying.note)} ${say('An umbrella policy starts where auto and home liability end, so carriers require enough coverage underneath.')}</p>`
}

const verdictOf = ({
  result: { highlight, eligibility, underlying },
}: Answer): Pick<Drawn, 'verdict' | 'because'> => {
  const reasons = eligibility.reasons.map(reason => sayKnown(reason))
  if (!highlight) return { verdict: say('Not sold in this ZIP code'), because: reasons.join(' ') }
  const { coverage_limit, annual } = highlight
  const range = say('We estimate {low} to {high} for {limit}.', {
    low: usd(annual.low),
    high: usd(annual.high),
    limit: millions(coverage_limit),
  })
  const price = usd(annual.mid)
  if (eligibility.eligible) return { verdict: say('About {price} a year', { price }), because: range }
  const onlyLimits = underlying.current_meets === false && eligibility.reasons.length === 1
  return onlyLimits
    ? {
        verdict: say('About {price} a year, once you raise your auto limits', { price }),
        because: `${sayKnown(underlying.note)} ${range}`,
      }
    : { verdict: say('Most carriers would decline'), because: `${reasons[0]} ${range}` }
}

const draw = (answer: Answer): Drawn => ({
  ...verdictOf(answer),
  body: html`${answer.result.bands.length > 0 ? limitsChart(answer) : ''}${eligibility(answer)}`,
})

export const umbrellaPage = calculatorPage({
  name: 'umbrella',
  title: 'What does an umbrella policy cost?',
  lede: 'Yearly price ranges by limit, and whether carriers are likely to accept your household.',
  form,
  schema: UmbrellaCalculatorRequest,
  estimate: estimateUmbrella,
  draw,
  next: [
    { name: 'auto-estimates', label: 'What does car insurance cost here?', carries: { 'driver.zip': 'zip' } },
    { name: 'home', label: 'What does home insurance cost in California?', carries: {} },
  ],
})
