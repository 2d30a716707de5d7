import { html } from 'hono/html'
import { lineChart } from '../../../platform/pages/charts/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import {
  type CollisionAndComprehensiveCoverageResponse as Answer,
  compareCoverage,
} from '../collision-and-comprehensive-coverage.ts'
import type { Scenario } from '../ownership-year.ts'
import { say } from '../say.ts'
import type { Drawn } from './answer-view.ts'
import { autoForm } from './auto-form.ts'
import { calculatorPage } from './calculator-page.ts'

const NAMES = {
  none: 'Neither coverage',
  collision_only: 'Collision only',
  collision_and_comprehensive: 'Collision and comprehensive',
} as const satisfies Record<Scenario, string>
const VERDICTS = {
  none: 'Consider dropping both coverages',
  collision_only: 'Keep collision, drop comprehensive',
  collision_and_comprehensive: 'Keep both coverages',
} as const satisfies Record<Scenario, string>
const YEARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

type CostAndWorth = { year: number; paid: number; worth: number }

const costAndWorth = ({ inputs, result: { scenarios } }: Answer): CostAndWorth[] => {
  const yearsOf = (name: Scenario) => scenarios.find(({ scenario }) => scenario === name)?.cumulative ?? []
  const bare = yearsOf('none')
  return yearsOf('collision_and_comprehensive').map(({ year, premium, vehicle_value }, at) => ({
    year,
    paid: premium - (bare[at]?.premium ?? 0),
    worth: Math.max(0, vehicle_value - inputs.coverage.collision_deductible),
  }))
}

type Crossing = { year: number; x: number }

const crossing = (meet: Crossing | null): string =>
  meet === null
    ? say('Within ten years, the coverages never cost more than they could still pay.')
    : say('By the end of year {year}, the coverages will have cost more than they could still pay.', {
        year: meet.year,
      })

export const crossingOf = (years: readonly CostAndWorth[]): Crossing | null => {
  const at = years.findIndex(({ paid, worth }) => paid > worth)
  const [before, after] = [years[at - 1], years[at]]
  if (!after) return null
  const { year } = after
  if (!before) return { year, x: year }
  const gap = before.worth - before.paid
  return { year, x: before.year + gap / (gap + after.paid - after.worth) }
}

const cheapest = ({ result: { scenarios } }: Answer): Scenario | undefined =>
  scenarios.toSorted(
    (a, b) =>
      (a.cumulative.at(-1)?.expected_total_cost ?? 0) - (b.cumulative.at(-1)?.expected_total_cost ?? 0),
  )[0]?.scenario

const lossOf = ({ result: { scenarios } }: Answer): number => scenarios[0]?.cumulative[0]?.vehicle_value ?? 0

const averages = (answer: Answer): string =>
  cheapest(answer) === 'none'
    ? say(
        'On average, going without costs the least, because premiums also pay for the carrier’s work. But without coverage, a totaled car this year would cost you {loss} more, as the top line shows.',
        { loss: usd(lossOf(answer)) },
      )
    : ''

const LOST = 'Neither, and the car is totaled in year 1'

type TotalLine = { name: string; costs: readonly number[] }

const totalLines = (answer: Answer): TotalLine[] => {
  const lines = answer.result.scenarios.map(({ scenario, cumulative }) => ({
    scenario,
    name: say(NAMES[scenario]),
    costs: cumulative.map(({ expected_total_cost }) => expected_total_cost),
  }))
  const bare = lines.find(({ scenario }) => scenario === 'none')?.costs ?? []
  return [...lines, { name: say(LOST), costs: bare.map(cost => cost + lossOf(answer)) }]
}

const totals = (answer: Answer): Html => {
  const lines = totalLines(answer)
  return html`${lineChart({
    id: 'totals',
    title: say('What you pay in total: on average, and if the car is totaled'),
    description: `${say('Premiums plus the damage you pay for yourself. After ten years: {costs}.', {
      costs: lines.map(({ name, costs }) => `${name} ${usd(costs.at(-1) ?? 0)}`).join(', '),
    })} ${averages(answer)}`,
    series: lines.map(({ name, costs }) => ({
      name,
      points: costs.map((cost, at) => [at + 1, cost]),
    })),
    along: YEARS,
    alongLabel: say('Year'),
    nameAlong: String,
    table: {
      columns: [say('Year'), ...lines.map(({ name }) => name)],
      rows: YEARS.map((year, at) => [
        say('Year {year}', { year }),
        ...lines.map(({ costs }) => usd(costs[at] ?? 0)),
      ]),
    },
  })}<p>${averages(answer)}</p>`
}

const crossover = (answer: Answer): Html => {
  const years = costAndWorth(answer)
  const meet = crossingOf(years)
  return lineChart({
    id: 'crossover',
    title: say('What both coverages have cost, and what they could still pay'),
    description: `${say('Premiums add up while the car loses value.')} ${crossing(meet)}`,
    series: [
      { name: say('Both coverages have cost'), points: years.map(({ year, paid }) => [year, paid]) },
      {
        name: say('They could still pay (value minus deductible)'),
        points: years.map(({ year, worth }) => [year, worth]),
      },
    ],
    along: YEARS,
    alongLabel: say('Year'),
    nameAlong: String,
    marks:
      meet === null ? [] : [{ x: meet.x, label: say('Break-even: in year {year}', { year: meet.year }) }],
    table: {
      columns: [say('Year'), say('Have cost'), say('Could still pay')],
      rows: years.map(({ year, paid, worth }) => [say('Year {year}', { year }), usd(paid), usd(worth)]),
    },
  })
}

const draw = (answer: Answer): Drawn => {
  const { recommendation } = answer.result
  return {
    verdict: say(VERDICTS[recommendation.scenario]),
    because: `${recommendation.reason} ${crossing(crossingOf(costAndWorth(answer)))}`,
    body: html`${crossover(answer)}${totals(answer)}`,
  }
}

export const collisionAndComprehensiveCoveragePage = calculatorPage({
  name: 'collision-and-comprehensive-coverage',
  title: 'Are collision and comprehensive coverage still worth it?',
  lede: 'Compare ten years with and without coverage for your own car, and see when it stops paying off.',
  form: autoForm(),
  schema: AutoCalculatorRequest,
  estimate: compareCoverage,
  draw,
  next: [
    { name: 'auto-estimates', label: 'What do other carriers charge for this car?', carries: 'all' },
    { name: 'file-a-claim', label: 'File a claim, or pay for the repair?', carries: {} },
  ],
})
