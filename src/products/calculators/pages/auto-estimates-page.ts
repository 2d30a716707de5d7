import { type RangeBar, rangeBars } from '../../../platform/pages/charts/range-bars.ts'
import { usd } from '../../../platform/values/money.ts'
import { type AutoEstimatesResponse, CARRIERS_NAMED, estimateAuto } from '../auto-estimates.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import { say } from '../say.ts'
import type { Drawn } from './answer-view.ts'
import { autoForm } from './auto-form.ts'
import { calculatorPage } from './calculator-page.ts'

type Monthly = AutoEstimatesResponse['result']['market']['monthly']

const bar = (label: string, { p10, p25, p50, p75, p90 }: Monthly): RangeBar => ({
  label,
  low: p10,
  core: [p25, p75],
  mid: p50,
  high: p90,
})

const draw = ({ result: { carriers, market } }: AutoEstimatesResponse): Drawn => {
  const { p25, p50, p75 } = market.monthly
  const [cheapest] = carriers
  const dearest = carriers.at(-1)
  const spread =
    cheapest && dearest
      ? say(
          'By middle price, {cheapest} is the cheapest at {low} and {dearest} the most expensive at {high}.',
          {
            cheapest: cheapest.carrier,
            low: usd(cheapest.monthly.p50),
            dearest: dearest.carrier,
            high: usd(dearest.monthly.p50),
          },
        )
      : ''
  return {
    verdict: say('About {price} a month', { price: usd(p50) }),
    because: `${say('We estimate that half of similar households pay between {low} and {high}.', { low: usd(p25), high: usd(p75) })} ${spread}`,
    body: rangeBars({
      id: 'carriers',
      title: say('Monthly price by carrier'),
      description: `${say('Estimated price ranges of {count} carriers and of the market, lowest middle price first.', { count: carriers.length })} ${spread}`,
      rowName: say('Carrier'),
      bars: [
        { ...bar(say('All carriers'), market.monthly), strong: true },
        ...carriers.map(({ carrier, monthly }) => bar(carrier, monthly)),
      ],
      money: usd,
      reading: `${say(
        'The mark is the middle price of our model. The thick bar runs from its 25th to its 75th percentile, the thin one from its 10th to its 90th.',
      )} ${say(CARRIERS_NAMED)}`,
    }),
  }
}

export const autoEstimatesPage = calculatorPage({
  name: 'auto-estimates',
  title: 'What does car insurance cost?',
  lede: 'Monthly price ranges by carrier for one driver and one car.',
  form: autoForm(),
  schema: AutoCalculatorRequest,
  estimate: estimateAuto,
  draw,
  next: [
    {
      name: 'collision-and-comprehensive-coverage',
      label: 'Are collision and comprehensive still worth it for this car?',
      carries: 'all',
    },
    {
      name: 'umbrella',
      label: 'What would an umbrella policy on top of this cost?',
      carries: { zip: 'driver.zip' },
    },
  ],
})
