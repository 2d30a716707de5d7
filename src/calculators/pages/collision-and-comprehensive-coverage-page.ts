import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import { lineChart } from '../../pages/charts/lines.ts'
import type { Html } from '../../pages/frame.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import {
  type CollisionAndComprehensiveCoverageResponse as Answer,
  compareCoverage,
} from '../collision-and-comprehensive-coverage.ts'
import type { Scenario } from '../ownership-year.ts'
import type { Drawn } from './answer-view.ts'
import { autoForm } from './auto-form.ts'
import { calculatorPage } from './calculator-page.ts'

const NAMES: Readonly<Record<Scenario, string>> = {
  none: 'Neither cover',
  collision_only: 'Collision only',
  collision_and_comprehensive: 'Collision and comprehensive',
}
const VERDICTS: Readonly<Record<Scenario, string>> = {
  none: 'Think of dropping both covers',
  collision_only: 'Keep collision, drop comprehensive',
  collision_and_comprehensive: 'Keep both covers',
}
const YEARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** What both covers have cost by the end of each year, and the most they could still pay. */
const costAndWorth = ({ inputs, result: { scenarios } }: Answer) => {
  const yearsOf = (name: Scenario) => scenarios.find(({ scenario }) => scenario === name)?.cumulative ?? []
  const bare = yearsOf('none')
  return yearsOf('collision_and_comprehensive').map(({ year, premium, vehicle_value }, at) => ({
    year,
    paid: premium - (bare[at]?.premium ?? 0),
    worth: Math.max(0, vehicle_value - inputs.coverage.collision_deductible),
  }))
}

const crossing = (year: number | null): string =>
  year === null
    ? 'Within ten years the covers do not cost more than they could still pay.'
    : `By the end of year ${year} the covers have cost more than they could still pay.`

const marksAt = (year: number | null) =>
  year === null ? [] : [{ x: year, label: `Break-even: year ${year}` }]

const totals = ({ result: { scenarios, breakeven_year } }: Answer): Html =>
  lineChart({
    id: 'totals',
    title: 'Expected cost, added up over ten years',
    description: `Premiums and the damage you would bear yourself. After ten years: ${scenarios
      .map(
        ({ scenario, cumulative }) =>
          `${NAMES[scenario]} ${usd(cumulative.at(-1)?.expected_total_cost ?? 0)}`,
      )
      .join(', ')}. ${crossing(breakeven_year)}`,
    series: scenarios.map(({ scenario, cumulative }) => ({
      name: NAMES[scenario],
      points: cumulative.map(({ year, expected_total_cost }) => [year, expected_total_cost]),
    })),
    along: YEARS,
    alongLabel: 'Year',
    nameAlong: String,
    marks: marksAt(breakeven_year),
    table: {
      columns: ['Year', ...scenarios.map(({ scenario }) => NAMES[scenario])],
      rows: YEARS.map((year, at) => [
        `Year ${year}`,
        ...scenarios.map(({ cumulative }) => usd(cumulative[at]?.expected_total_cost ?? 0)),
      ]),
    },
  })

const crossover = (answer: Answer): Html => {
  const years = costAndWorth(answer)
  const { breakeven_year } = answer.result
  return lineChart({
    id: 'crossover',
    title: 'What the covers cost, and what they could still pay',
    description: `The premiums of both covers add up while the car loses value. ${crossing(breakeven_year)}`,
    series: [
      { name: 'Both covers have cost', points: years.map(({ year, paid }) => [year, paid]) },
      {
        name: 'They could still pay (value less deductible)',
        points: years.map(({ year, worth }) => [year, worth]),
      },
    ],
    along: YEARS,
    alongLabel: 'Year',
    nameAlong: String,
    marks: marksAt(breakeven_year),
    table: {
      columns: ['Year', 'Have cost', 'Could still pay'],
      rows: years.map(({ year, paid, worth }) => [`Year ${year}`, usd(paid), usd(worth)]),
    },
  })
}

const draw = (answer: Answer): Drawn => {
  const { recommendation, breakeven_year } = answer.result
  return {
    verdict: VERDICTS[recommendation.scenario],
    because: `${recommendation.reason} ${crossing(breakeven_year)}`,
    body: html`${crossover(answer)}${totals(answer)}`,
  }
}

export const collisionAndComprehensiveCoveragePage = calculatorPage({
  name: 'collision-and-comprehensive-coverage',
  title: 'Is collision and comprehensive cover still worth it?',
  lede: 'Ten years with and without cover for your own car, and the year from which dropping it pays.',
  form: autoForm(),
  schema: AutoCalculatorRequest,
  estimate: compareCoverage,
  draw,
})
